import { inflateSync } from 'node:zlib';

/**
 * The text of a PDF drawn by this service, one line for each run in one typeface, in the order from left to right: the
 * letters of right-to-left words therefore come reversed.
 */
export function pdfText(file: Buffer): string {
  const objects = new Map<string, { head: string; body: string }>();
  const whole = file.toString('latin1');
  for (const [, id = '', content = ''] of whole.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', ...rest] = content.split('\nstream\n');
    const stream = rest.join('\nstream\n').replace(/\nendstream$/, '');
    const packed = head.includes('/FlateDecode') && stream !== '';
    const body = packed ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : stream;
    objects.set(id, { head, body });
  }
  const fonts = new Map<string, Map<string, string>>();
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const letters = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1];
      if (letters !== undefined) fonts.set(name, lettersOf(objects.get(letters)?.body ?? ''));
    }
  const lines: string[] = [];
  for (const { body } of objects.values()) {
    let font = new Map<string, string>();
    for (const [, name, run] of body.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name !== undefined) font = fonts.get(name) ?? font;
      else
        lines.push((run ?? '').replaceAll(/<([0-9a-f]+)>|[^<]/gi, (_all, glyphs = '') => read(font, glyphs)));
    }
  }
  return lines.join('\n');
}

function read(font: Map<string, string>, glyphs: string): string {
  return (glyphs.match(/.{4}/g) ?? []).map((glyph: string) => font.get(glyph.toLowerCase()) ?? '').join('');
}

/** The letters in a ToUnicode map: `<0000> <0002> [<0041> <0042> <0043 0044>]`. */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, units = ''], at) => {
      const glyph = (Number.parseInt(first, 16) + at).toString(16).padStart(4, '0');
      const codes = (units.match(/[0-9a-f]{4}/gi) ?? []).map((unit) => Number.parseInt(unit, 16));
      letters.set(glyph, String.fromCharCode(...codes));
    });
  return letters;
}

/** A right-to-left word as it appears in the result of `pdfText`. */
export function mirrored(word: string): string {
  return [...word].reverse().join('');
}
