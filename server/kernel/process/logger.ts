import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { standardOutput } from './buffered-output.ts';

/** What PostgreSQL adds to an error quotes values of the row, e.g. an e-mail that is taken. */
const QUOTES_VALUES = ['detail', 'where', 'internalQuery', 'nativeError', 'columns', 'data'];

/**
 * Structured logs, on stdout unless told otherwise, where lines below an error may wait for a moment. Bodies are never logged; what could still carry a secret is redacted by name.
 */
export function createLogger(
  level: string,
  name: string,
  destination: DestinationStream = standardOutput(),
): Logger {
  const options = {
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
  };
  return pino(options, destination);
}

function withoutValues(error: Error): object {
  const shown = stdSerializers.err(error);
  const kept = Object.entries(shown).filter(([key]) => key !== 'code' && !QUOTES_VALUES.includes(key));
  // `code` is redacted wherever it stands, for delivery codes; an error's own is what an operator searches for.
  return { ...Object.fromEntries(kept), ...('code' in shown ? { errorCode: shown.code } : {}) };
}
