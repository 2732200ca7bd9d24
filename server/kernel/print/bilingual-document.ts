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
  /** Of the paragraph; it also decides on which side it begins. */
  direction: Direction;
  /** Puts the text at the other side, or in the middle. */
  align?: 'end' | 'center';
  /** Of what is told and does not count. */
  faint?: boolean;
}

/** Where a text may stand: its left end and its width, in points. */
export interface Box {
  x: number;
  width: number;
}

/** The scripts each weight has a file for, in the order they are asked; opened when the ones before lack a letter. */
const SCRIPTS = ['latin', 'arabic', 'latin-ext', 'cyrillic-ext'] as const;
/** Stands for letters that none of them has. */
export const OMISSION = '[?]';
const FILES: Readonly<Record<Weight, number>> = { regular: 400, bold: 600 };
const MARGIN = 40;
const LINE = 1.35;
const FOOT: TextStyle = { size: 8, weight: 'regular', direction: 'ltr', align: 'center' };
/** What is never parted within a word that is longer than its line. */
const GRAPHEMES = new Intl.Segmenter('ar', { granularity: 'grapheme' });

const require = createRequire(import.meta.url);
/** By file; read at the first use, and kept. */
const fonts = new Map<string, Buffer>();
/** Of runs, by face and text, at a size of one point: shaping is most of the work, and most texts come again. */
const widths = new LRUCache<string, number>({ max: 20_000 });

/** In the place of letters while a text is looked through: no character. */
const OMITTED = '\uFFFF';
const MARK = /\p{Mark}/u;
/** Joiners and marks of direction: they are never drawn. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

interface Face {
  name: string;
  has(codePoint: number): boolean;
}

/** What pdfkit keeps of an embedded font, beyond its types. */
interface EmbeddedFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

/**
 * An A4 document in which Arabic and English stand in the order and the shapes they are read in. Positions are in
 * points from the top left; `y` is where the next row begins.
 */
export class BilingualDocument {
  readonly left = MARGIN;
  readonly width: number;
  y = MARGIN;
  readonly #pdf: PDFKit.PDFDocument;
  readonly #bottom: number;
  readonly #number: string;
  readonly #faces = new Map<string, Face>();
  #omitted = false;

  /** @param about `number` stands with the page's at the foot of each page, where there are several. */
  constructor(about: { title: string; number: string; at: Date }) {
    this.#number = about.number;
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

  /** Begins a new page unless so much room is left. */
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

  /** Points a text is high when it is broken to this width. */
  height(text: string, width: number, style: TextStyle): number {
    return this.#broken(text, width, style).length * style.size * LINE;
  }

  /** Draws at `y`, below `offset`, in as many lines as it takes; answers its height. */
  text(text: string, box: Box, style: TextStyle, offset = 0): number {
    const lines = this.#broken(text, box.width, style);
    lines.forEach((line, index) => {
      this.#line(line, box, style, this.y + offset + index * style.size * LINE);
    });
    return lines.length * style.size * LINE;
  }

  /** The whole file. */
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
    const { count } = this.#pdf.bufferedPageRange();
    if (count === 1) return;
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(page);
      const text = `${this.#number} · ${page + 1} / ${count}`;
      this.#line(text, { x: MARGIN, width: this.width }, FOOT, this.#bottom + MARGIN / 3);
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
      // Naming a feature makes pdfkit shape the run as a whole, not word by word from left to right.
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

  /** Lines of whole words; only a word that is longer than a line is parted. */
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

  /** What is missing is drawn without its marks, or as the plain letters it stands for; else it is said to be omitted. */
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

/** Each as long as fits, one letter at least. */
function parted(word: string, fits: (part: string) => boolean): string[] {
  const parts: string[] = [];
  for (const { segment } of GRAPHEMES.segment(word)) {
    const longer = `${parts.at(-1) ?? ''}${segment}`;
    if (parts.length > 0 && fits(longer)) parts.splice(-1, 1, longer);
    else parts.push(segment);
  }
  return parts;
}

/** Points left free at the left. */
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
