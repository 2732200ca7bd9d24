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
 * A name as the map has to be given it. The map puts the letters of an Arabic name in their order and draws brackets
 * as they are, where they have to open the other way.
 */
export function mapLabel(name: string): string {
  if (!ARABIC.test(name)) return name;
  return name.replace(/[()[\]{}<>«»]/g, (bracket) => MIRRORED[bracket] ?? bracket);
}
