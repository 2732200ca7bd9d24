import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { standardOutput } from './buffered-output.ts';

/** Fields in which PostgreSQL's errors quote values, e.g. an e-mail already in use. */
const QUOTES_VALUES = ['detail', 'where', 'internalQuery', 'nativeError', 'columns', 'data'];

/**
 * Structured logs, to stdout by default, where lines below error level may be buffered briefly. Bodies are never
 * logged; other fields that could contain a secret are redacted by name.
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
  // `code` is always redacted because of delivery codes, but operators need the code of an error.
  return { ...Object.fromEntries(kept), ...('code' in shown ? { errorCode: shown.code } : {}) };
}
