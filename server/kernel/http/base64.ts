/**
 * The format `byte` of the contract. The customary regular expression for it runs out of stack at some three megabytes;
 * looking for a character that is none of base64's does not.
 */
export function isBase64(text: string): boolean {
  const body = text.endsWith('==') ? text.slice(0, -2) : text.endsWith('=') ? text.slice(0, -1) : text;
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(body);
}
