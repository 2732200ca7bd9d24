import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import PDFDocument from 'pdfkit';
import { type Direction, type VisualRun, visualRuns } from './visual-runs.ts';
import { unpackWoff } from './woff.ts';

export type Weight = 'regular' | 'bold';

export interface TextStyle {
  size: number;
  weight: Weight;
  /** Paragraph direction; also decides the side on which it starts. */
  direction: Direction;
  /** Aligns the text at the opposite side or in the middle. */
  align?: 'end' | 'center';
  /** For secondary text. */
  faint?: boolean;
}

/** Horizontal position of a text: left edge and width, in points. */
export interface Box {
  x: number;
  width: number;
}

/** Font files per weight, in order of preference; a file is opened only if the previous ones lack a letter. */
const SCRIPTS = ['latin', 'arabic', 'latin-ext', 'cyrillic-ext'] as const;
/** Shown in place of letters that no font has. */
export const OMISSION = '[?]';
const FILES: Readonly<Record<Weight, number>> = { regular: 400, bold: 600 };
const MARGIN = 40;
const LINE = 1.35;
const FOOT: TextStyle = { size: 8, weight: 'regular', direction: 'ltr', align: 'center' };
/** Splits words longer than a line without breaking graphemes. */
const GRAPHEMES = new Intl.Segmenter('ar', { granularity: 'grapheme' });

const require = createRequire(import.meta.url);
/** By file; read on first use. */
const fonts = new Map<string, Buffer>();
/** Widths of runs at one point, by face and text. Shaping is most of the work, and most texts repeat. */
const widths = new LRUCache<string, number>({ max: 20_000 });

/** Placeholder for missing letters during the search for faces: not a character. */
const OMITTED = '\uFFFF';
const MARK = /\p{Mark}/u;
/** Joiners and direction marks are never drawn. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

interface Face {
  name: string;
  has(codePoint: number): boolean;
}

/** pdfkit's record of an embedded font, not covered by its types. */
interface EmbeddedFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

/**
 * An A4 document with correctly ordered and shaped Arabic and English. Positions are in points from the top left; `y`
 * is where the next row starts.
 */
export class BilingualDocument {
  readonly left = MARGIN;
  readonly width: number;
  y = MARGIN;
  readonly #pdf: PDFKit.PDFDocument;
  readonly #bottom: number;
  /** What the file consists of, each part beginning on a page of its own. */
  readonly #parts: { number: string; firstPage: number }[];
  readonly #faces = new Map<string, Face>();
  #omitted = false;

  /** @param about `number` names the file's first part; see `nextPart`. */
  constructor(about: { title: string; number: string; at: Date }) {
    this.#parts = [{ number: about.number, firstPage: 0 }];
    this.#pdf = new PDFDocument({
      size: 'A4',
      bufferPages: true,
      margin: MARGIN,
      lang: 'en',
      info: { Title: about.title, CreationDate: about.at, ModDate: about.at },
    });
    this.width = this.#pdf.page.width - 2 * MARGIN;
    this.#bottom = this.#pdf.page.height - MARGIN;
  }

  /** Whether some letters could not be drawn. */
  get omitted(): boolean {
    return this.#omitted;
  }

  /**
   * Starts a part of its own on a new page. A part's pages are numbered from 1; a part of several pages has its number
   * and the page's at the foot of each.
   */
  nextPart(number: string): void {
    this.#parts.push({ number, firstPage: this.#pdf.bufferedPageRange().count });
    this.#pdf.addPage();
    this.y = MARGIN;
  }

  /** Starts a new page unless this height is left. */
  need(height: number): void {
    if (this.y + height <= this.#bottom) return;
    this.#pdf.addPage();
    this.y = MARGIN;
  }

  rule(weight = 0.5): void {
    this.#pdf.lineWidth(weight).strokeColor('#888');
    this.#pdf
      .moveTo(MARGIN, this.y)
      .lineTo(MARGIN + this.width, this.y)
      .stroke();
  }

  /** Height in points of a text wrapped to this width. */
  height(text: string, width: number, style: TextStyle): number {
    return this.#broken(text, width, style).length * style.size * LINE;
  }

  /** Draws at `offset` below `y`, wrapped; returns the height. */
  text(text: string, box: Box, style: TextStyle, offset = 0): number {
    const lines = this.#broken(text, box.width, style);
    lines.forEach((line, index) => {
      this.#line(line, box, style, this.y + offset + index * style.size * LINE);
    });
    return lines.length * style.size * LINE;
  }

  /** The complete file. */
  async finish(): Promise<Buffer> {
    this.#feet();
    const parts: Buffer[] = [];
    this.#pdf.on('data', (part: Buffer) => parts.push(part));
    const ended = new Promise<void>((resolve, reject) => {
      this.#pdf.on('end', resolve);
      this.#pdf.on('error', reject);
    });
    this.#pdf.end();
    await ended;
    return Buffer.concat(parts);
  }

  #feet(): void {
    const pages = this.#pdf.bufferedPageRange().count;
    for (const [index, { number, firstPage }] of this.#parts.entries()) {
      const count = (this.#parts[index + 1]?.firstPage ?? pages) - firstPage;
      if (count === 1) continue;
      for (let page = 0; page < count; page += 1) {
        this.#pdf.switchToPage(firstPage + page);
        const text = `${number} · ${page + 1} / ${count}`;
        this.#line(text, { x: MARGIN, width: this.width }, FOOT, this.#bottom + MARGIN / 3);
      }
    }
  }

  #line(line: string, { x, width }: Box, style: TextStyle, y: number): void {
    const runs = this.#runs(line, style);
    const used = runs.reduce((sum, run) => sum + run.width, 0);
    let at = x + lead(style, width - used);
    for (const run of runs) {
      this.#pdf
        .font(run.face.name)
        .fontSize(style.size)
        .fillColor(style.faint === true ? '#777' : '#111');
      // Naming a feature makes pdfkit shape the whole run instead of word by word from left to right.
      this.#pdf.text(run.text, at, y, { lineBreak: false, features: ['kern'] });
      at += run.width;
    }
  }

  #runs(line: string, { weight, direction, size }: TextStyle) {
    const faceOf = (character: string, present: Face | null): Face => {
      const codePoint = character.codePointAt(0) ?? 0;
      if (present?.has(codePoint) === true) return present;
      return this.#faceWith(weight, codePoint) ?? present ?? this.#face(weight, SCRIPTS[0]);
    };
    return visualRuns(line, direction, faceOf).map((run) => ({ ...run, width: this.#width(run) * size }));
  }

  #width({ text, face: { name } }: VisualRun<Face>): number {
    const key = `${name} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    const width = this.#pdf
      .font(name)
      .fontSize(1)
      .widthOfString(text, { features: ['kern'] });
    widths.set(key, width);
    return width;
  }

  /** Wraps by words; only a word longer than a line is split. */
  #broken(text: string, width: number, style: TextStyle): string[] {
    const drawn = this.#drawable(text, style.weight);
    const fits = (line: string) => this.#runs(line, style).reduce((sum, run) => sum + run.width, 0) <= width;
    if (fits(drawn)) return [drawn];
    const lines: string[] = [];
    for (const word of drawn.split(/\s+/)) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
      if (fits(longer)) lines.splice(-1, 1, longer);
      else lines.push(...parted(word, fits));
    }
    return lines;
  }

  /**
   * Letters missing from the fonts are drawn without their marks or as compatible plain letters; otherwise they are
   * replaced and reported as omitted.
   */
  #drawable(text: string, weight: Weight): string {
    const has = (character: string) => this.#faceWith(weight, character.codePointAt(0) ?? 0) !== null;
    const characters = [...text.replaceAll(/\s+/g, ' ')];
    if (characters.every(has)) return characters.join('');
    const drawn = characters.map((character) => {
      if (has(character) || INVISIBLE.test(character)) return character;
      const plain = [...character.normalize('NFKD')].filter((part) => !MARK.test(part));
      return plain.every(has) ? plain.join('') : OMITTED;
    });
    this.#omitted ||= drawn.includes(OMITTED);
    return drawn.join('').replaceAll(new RegExp(`${OMITTED}+`, 'g'), OMISSION);
  }

  #faceWith(weight: Weight, codePoint: number): Face | null {
    for (const script of SCRIPTS) {
      const face = this.#face(weight, script);
      if (face.has(codePoint)) return face;
    }
    return null;
  }

  #face(weight: Weight, script: (typeof SCRIPTS)[number]): Face {
    const name = `${script}-${weight}`;
    const known = this.#faces.get(name);
    if (known !== undefined) return known;
    const file = `@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-${script}-${FILES[weight]}-normal.woff`;
    this.#pdf.registerFont(name, fontFrom(file)).font(name);
    const { font } = (this.#pdf as unknown as EmbeddedFont)._font;
    const face = { name, has: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) };
    this.#faces.set(name, face);
    return face;
  }
}

/** Pieces as long as fit, at least one letter each. */
function parted(word: string, fits: (part: string) => boolean): string[] {
  const parts: string[] = [];
  for (const { segment } of GRAPHEMES.segment(word)) {
    const longer = `${parts.at(-1) ?? ''}${segment}`;
    if (parts.length > 0 && fits(longer)) parts.splice(-1, 1, longer);
    else parts.push(segment);
  }
  return parts;
}

/** Free space at the left, in points. */
function lead({ direction, align }: TextStyle, free: number): number {
  if (align === 'center') return free / 2;
  return (direction === 'rtl') === (align === undefined) ? free : 0;
}

function fontFrom(file: string): Buffer {
  const known = fonts.get(file);
  if (known !== undefined) return known;
  const font = unpackWoff(readFileSync(require.resolve(file)));
  fonts.set(file, font);
  return font;
}
