import { type Logger, pino, stdSerializers } from 'pino';

/** What PostgreSQL adds to an error quotes values of the row, e.g. an e-mail that is taken. */
const QUOTES_VALUES = ['detail', 'where', 'internalQuery', 'nativeError', 'columns', 'data'];

/**
 * Structured logs on stdout. Bodies are never logged; what could still carry a secret is redacted by name.
 */
export function createLogger(level: string, name: string): Logger {
  return pino({
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withoutValues },
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

function withoutValues(error: Error): object {
  const shown = stdSerializers.err(error);
  return Object.fromEntries(Object.entries(shown).filter(([key]) => !QUOTES_VALUES.includes(key)));
}
