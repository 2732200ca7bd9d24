import { type Logger, pino } from 'pino';

/**
 * Structured logs on stdout. Bodies are never logged; what could still carry a secret is redacted by name.
 */
export function createLogger(level: string, name: string): Logger {
  return pino({
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        '*.password',
        '*.token',
        '*.accessToken',
        '*.refreshToken',
        '*.authorization',
        '*.code',
        '*.sealed',
      ],
      censor: '[redacted]',
    },
  });
}
