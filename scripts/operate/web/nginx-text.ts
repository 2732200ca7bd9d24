/** Written at the top of every file made here. */
export const MADE =
  '# Made by `wasl web-config` from /etc/wasl/wasl.env: change that file, and run the installer again.';

/** A value of nginx's configuration. Variables in it, such as `$uri`, stay variables. */
export function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** `name { … }` with one directive or entry per line. */
export function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`).join('\n')}\n}`;
}

/** Headers of every answer of a location, whatever its status. A location with one inherits none. */
export function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`);
}
