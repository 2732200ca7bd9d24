import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { type Direction, visualRuns } from './visual-runs.ts';
import { unpackWoff } from './woff.ts';

export type Weight = 'regular' | 'bold';

export interface TextStyle {
  size: number;
  weight: Weight;
  /** Of the paragraph; it also decides on which side it begins. */
  direction: Direction;
  /** Puts the text at the other side, or in the middle. */
  align?: 'end' | 'center';
}

/** Where a text may stand: its left end and its width, in points. */
export interface Box {
  x: number;
  width: number;
}

/** The scripts each weight has a file for, in the order they are asked. */
const SCRIPTS = ['latin', 'arabic'] as const;
const FILES: Readonly<Record<Weight, number>> = { regular: 400, bold: 600 };
const MARGIN = 40;
const LINE = 1.35;

const require = createRequire(import.meta.url);
/** By file; read at the first use, and kept. */
const fonts = new Map<string, Buffer>();

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
  readonly #faces: Readonly<Record<Weight, readonly Face[]>>;

  constructor(about: { title: string; at: Date }) {
    this.#pdf = new PDFDocument({
      size: 'A4',
      margin: MARGIN,
      lang: 'en',
      info: { Title: about.title, CreationDate: about.at, ModDate: about.at },
    });
    this.width = this.#pdf.page.width - 2 * MARGIN;
    this.#bottom = this.#pdf.page.height - MARGIN;
    this.#faces = { regular: this.#load('regular'), bold: this.#load('bold') };
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

  #line(line: string, { x, width }: Box, style: TextStyle, y: number): void {
    const runs = this.#runs(line, style);
    const used = runs.reduce((sum, run) => sum + run.width, 0);
    let at = x + lead(style, width - used);
    for (const run of runs) {
      this.#pdf.font(run.face.name).fontSize(style.size).fillColor('#111');
      // Naming a feature makes pdfkit shape the run as a whole, not word by word from left to right.
      this.#pdf.text(run.text, at, y, { lineBreak: false, features: ['kern'] });
      at += run.width;
    }
  }

  #runs(line: string, style: TextStyle) {
    const faces = this.#faces[style.weight];
    const faceOf = (character: string, present: Face | null): Face => {
      const codePoint = character.codePointAt(0) ?? 0;
      if (present?.has(codePoint) === true) return present;
      return faces.find((face) => face.has(codePoint)) ?? present ?? (faces[0] as Face);
    };
    return visualRuns(line, style.direction, faceOf).map((run) => {
      this.#pdf.font(run.face.name).fontSize(style.size);
      return { ...run, width: this.#pdf.widthOfString(run.text, { features: ['kern'] }) };
    });
  }

  /** Lines of whole words; a word longer than a line is left to stand out. */
  #broken(text: string, width: number, style: TextStyle): string[] {
    const lines: string[] = [];
    for (const word of text.split(/\s+/)) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
      const fits = this.#runs(longer, style).reduce((sum, run) => sum + run.width, 0) <= width;
      if (fits || lines.length === 0) lines.splice(-1, 1, longer);
      else lines.push(word);
    }
    return lines;
  }

  #load(weight: Weight): Face[] {
    return SCRIPTS.map((script) => {
      const name = `${script}-${weight}`;
      const file = `@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-${script}-${FILES[weight]}-normal.woff`;
      this.#pdf.registerFont(name, fontFrom(file)).font(name);
      const { font } = (this.#pdf as unknown as EmbeddedFont)._font;
      return { name, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
    });
  }
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
