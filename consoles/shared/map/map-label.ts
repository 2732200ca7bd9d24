const ARABIC = /[\u0590-\u08ff\ufb1d-\ufefc]/;
const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};

/**
 * A name in the form that the map draws correctly. The map reorders the letters of an Arabic name, but does not mirror
 * brackets.
 */
export function mapLabel(name: string): string {
  if (!ARABIC.test(name)) return name;
  return name.replace(/[()[\]{}<>«»]/g, (bracket) => MIRRORED[bracket] ?? bracket);
}
