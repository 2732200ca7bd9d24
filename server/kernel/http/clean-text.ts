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

/** Whether JSON can hold what `refuseMisleadingText` looks for: only escaped, or as it is. Most bodies cannot. */
export function mayMislead(json: string): boolean {
  return json.includes('\\u') || TURNING.test(json);
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

/** Levels of lists and objects within one another; the contract's own schemas stay far below. */
const MAX_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{`, and `]` and `}`, differ in one bit. */
const CASE_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** Before a body is parsed: what works through it by recursion would run out of stack. Throws common.MALFORMED. */
export function refuseDeepNesting(json: Buffer): void {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) inText = !inText;
    else if (inText) at += byte === BACKSLASH ? 1 : 0;
    else if ((byte | CASE_BIT) === OPENING) depth += 1;
    else if ((byte | CASE_BIT) === CLOSING) depth -= 1;
    if (depth > MAX_DEPTH) {
      throw new WaslError('common.MALFORMED', {
        detail: `The body is nested more than ${MAX_DEPTH} levels deep. Send what the operation describes in /docs.`,
      });
    }
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function refuse(value: unknown, at: string, judge: Judge): void {
  const errors: FieldError[] = [];
  const check = (text: string, pointer: string) => {
    const message = judge(text);
    if (message !== null) errors.push({ pointer, code: 'text', message });
  };
  const pending = [{ part: value, pointer: at }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { part, pointer } = next;
    if (typeof part === 'string') check(part, pointer);
    else if (isContainer(part)) {
      const entries = Object.entries(part);
      for (const [key] of entries) check(key, pointer);
      // The last one is looked at next, so the first goes on last.
      for (const [key, inner] of entries.reverse())
        pending.push({ part: inner, pointer: `${pointer}/${escaped(key)}` });
    }
  }
  if (errors.length > 0) throw new WaslError('common.VALIDATION_FAILED', { errors });
}

/** As RFC 6901 writes a key in a pointer. */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
