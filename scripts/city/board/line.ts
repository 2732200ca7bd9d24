import { stripVTControlCharacters } from 'node:util';

export type Style = 'plain' | 'strong' | 'faint' | 'good' | 'warn' | 'bad';

/** Text in one style. */
export interface Span {
  text: string;
  style: Style;
}

/** A line of the screen, before it is cut to the terminal's width. */
export type Line = readonly Span[];

const CODES: Readonly<Record<Style, string>> = {
  plain: '',
  strong: '\u001b[1m',
  faint: '\u001b[2m',
  good: '\u001b[32m',
  warn: '\u001b[33m',
  bad: '\u001b[31m',
};
const RESET = '\u001b[0m';

export function plain(text: string): Span {
  return { text, style: 'plain' };
}

export function styled(style: Style, text: string): Span {
  return { text, style };
}

/** The line in at most `width` columns, an ellipsis where something is left out. Colours only where asked for. */
export function paint(line: Line, width: number, colours: boolean): string {
  let left = Math.max(1, width);
  let painted = '';
  for (const [index, { text, style }] of line.entries()) {
    const clean = stripVTControlCharacters(text).replaceAll(/[\r\n\t]/g, ' ');
    const rest = index < line.length - 1;
    const letters = [...clean];
    const fits = letters.length < left || (letters.length === left && !rest);
    const shown = fits ? clean : `${letters.slice(0, left - 1).join('')}…`;
    painted += colours && style !== 'plain' ? `${CODES[style]}${shown}${RESET}` : shown;
    if (!fits) return painted;
    left -= letters.length;
  }
  return painted;
}
