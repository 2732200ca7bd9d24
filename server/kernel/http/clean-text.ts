import { type FieldError, WaslError } from '../../../actors/errors.ts';

/**
 * PostgreSQL cannot store U+0000, and a lone surrogate is no character: both are refused here, so that one bad
 * string never fails a commit it shares with others.
 */
export function refuseUnstorableText(value: unknown, at: string): void {
  refuse(value, at, unstorable);
}

/** Of a body, which somebody may read later, what would show as other text than it is, too. */
export function refuseMisleadingText(value: unknown, at: string): void {
  refuse(value, at, misleading);
}

/** Says what is wrong with a text; null when nothing is. */
type Judge = (text: string) => string | null;

const unstorable: Judge = (text) =>
  text.includes('\u0000') || !text.isWellFormed() ? 'must not contain U+0000 or half a surrogate pair' : null;

/**
 * These turn the direction of whatever stands around them, so that a name or a price looks like another. U+200E and
 * U+200F only say where they stand themselves: Arabic text needs them.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/;

const misleading: Judge = (text) =>
  TURNING.test(text)
    ? 'must not contain marks that turn the direction of text (U+202A to U+202E, U+2066 to U+2069)'
    : unstorable(text);

function refuse(value: unknown, at: string, judge: Judge): void {
  const errors: FieldError[] = [];
  walk(value, at, judge, errors);
  if (errors.length > 0) throw new WaslError('common.VALIDATION_FAILED', { errors });
}

function walk(value: unknown, at: string, judge: Judge, errors: FieldError[]): void {
  if (typeof value === 'string') {
    const message = judge(value);
    if (message !== null) errors.push({ pointer: at, code: 'text', message });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      walk(key, at, judge, errors);
      walk(inner, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, judge, errors);
    }
  }
}
