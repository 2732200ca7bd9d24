import { type FieldError, WaslError } from '../../../actors/errors.ts';

/**
 * PostgreSQL cannot store U+0000 or lone surrogates. Refusing them here keeps one bad string from failing a batch
 * commit shared with others.
 */
export function refuseUnstorableText(value: unknown, at: string): void {
  refuse(value, at, unstorable);
}

/** Additionally refuses misleading characters, in bodies that others may read later. */
export function refuseMisleadingText(value: unknown, at: string): void {
  refuse(value, at, misleading);
}

/**
 * Whether the JSON could contain what `refuseMisleadingText` looks for: escapes or the characters themselves. Most
 * bodies do not.
 */
export function mayMislead(json: string): boolean {
  return json.includes('\\u') || TURNING.test(json);
}

/** Returns what is wrong with a text, or null. */
type Judge = (text: string) => string | null;

const unstorable: Judge = (text) =>
  text.includes('\u0000') || !text.isWellFormed() ? 'must not contain U+0000 or a lone surrogate' : null;

/**
 * These change the direction of surrounding text, making a name or price look different. U+200E and U+200F only affect
 * their own position, and Arabic text needs them.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/;

const misleading: Judge = (text) =>
  TURNING.test(text)
    ? 'must not contain characters that change the direction of text (U+202A to U+202E, U+2066 to U+2069)'
    : unstorable(text);

/** Maximum nesting of lists and objects; the contract's schemas stay far below. */
const MAX_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{`, like `]` and `}`, differ in this bit. */
const CASE_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** Checked before parsing: recursive code would overflow the stack. Throws common.MALFORMED. */
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
        detail: `The body is nested more than ${MAX_DEPTH} levels deep. See the operation's description in /docs.`,
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
      // The stack is processed from its end, so entries are pushed in reverse.
      for (const [key, inner] of entries.reverse())
        pending.push({ part: inner, pointer: `${pointer}/${escaped(key)}` });
    }
  }
  if (errors.length > 0) throw new WaslError('common.VALIDATION_FAILED', { errors });
}

/** Escapes a key for a JSON pointer (RFC 6901). */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
