/**
 * Developers' vocabulary: moments as the API writes them, names of fields, enum values and headers. The consoles' texts
 * contain none of it (test/unit/consoles/texts.test.ts), and an error detail that does is not shown.
 */
const DEVELOPERS_WORDS = [
  /\d{4}-\d{2}-\d{2}(?:T\d|\b)/,
  // ASSIGNED_BY_HAND, THIS; not a common abbreviation.
  /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/,
  /\b(?!WGS\b|UTC\b)[A-Z]{4,}\b/,
  // plannedStart, planned_start; not an address that an app is called by.
  /\b[a-z]+[A-Z][A-Za-z]*\b/,
  /\b[a-z]+_[a-z_]+\b/,
  /\b(?:JSON|ETag|If-Match|Retry-After|Idempotency-Key|scope|query|pointer|null|undefined)\b/,
];

/** Whether a text has no developers' vocabulary. */
export function isPlain(text: string): boolean {
  return DEVELOPERS_WORDS.every((pattern) => !pattern.test(text));
}
