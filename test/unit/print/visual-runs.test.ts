import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { type Direction, visualRuns } from '../../../server/kernel/print/visual-runs.ts';
import { unpackWoff } from '../../../server/kernel/print/woff.ts';

const ARABIC = /[\p{Script=Arabic}٠-٩،]/u;

/** Two fonts: one has Arabic and the space, the other everything else and the space. */
function faceOf(character: string, present: 'arabic' | 'latin' | null): 'arabic' | 'latin' {
  if (character === ' ' && present !== null) return present;
  return ARABIC.test(character) ? 'arabic' : 'latin';
}

/** What a reader sees from left to right: the shaper reverses runs of Arabic. */
function seen(text: string, direction: Direction): string {
  return visualRuns(text, direction, faceOf)
    .map(({ text: run, face }) => (face === 'arabic' ? [...run].reverse().join('') : run))
    .join('');
}

describe('a line of two scripts', () => {
  const backwards = (text: string) => [...text].reverse().join('');

  it('of Arabic reads from right to left, each letter once', () => {
    expect(seen('تمر خلاص', 'rtl')).to.equal(backwards('تمر خلاص'));
  });

  it('keeps numbers and Latin names from left to right inside Arabic', () => {
    expect(seen('علبة 12 كجم', 'rtl')).to.equal(`${backwards('كجم')} 12 ${backwards('علبة')}`);
    expect(seen('علبة ١٢ كجم', 'rtl')).to.equal(`${backwards('كجم')} ١٢ ${backwards('علبة')}`);
    expect(seen('عسل Brand X-200', 'rtl')).to.equal(`Brand X-200 ${backwards('عسل')}`);
  });

  it('turns brackets to enclose their content', () => {
    expect(seen('تمر (هدية)', 'rtl')).to.equal(`(${backwards('هدية')}) ${backwards('تمر')}`);
    expect(seen('Dates (هدية)', 'ltr')).to.equal(`Dates (${backwards('هدية')})`);
  });

  it('begins at the side of its paragraph', () => {
    expect(seen('Sold by: سوق', 'ltr')).to.equal(`Sold by: ${backwards('سوق')}`);
    expect(seen('سوق: Sold by', 'rtl')).to.equal(`Sold by :${backwards('سوق')}`);
  });

  it('puts every character into exactly one run, and neighbours of one font and direction into the same', () => {
    const text = 'W-2026 تمر خلاص (1 كجم) – QAR 45.00';
    const runs = visualRuns(text, 'rtl', faceOf);
    expect([...runs.map((run) => run.text).join('')].sort()).to.deep.equal([...text].sort());
    expect(visualRuns('plain', 'ltr', faceOf)).to.deep.equal([{ text: 'plain', face: 'latin' }]);
    expect(visualRuns('', 'ltr', faceOf)).to.deep.equal([]);
  });
});

describe('an unpacked font', () => {
  it('is an OpenType file with the original tables, each where its directory says', () => {
    const file = createRequire(import.meta.url).resolve(
      '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff',
    );
    const woff = readFileSync(file);
    const font = unpackWoff(woff);
    expect(font.readUInt32BE(0)).to.equal(woff.readUInt32BE(4));
    expect(font.length, 'as long as the packed file says').to.equal(woff.readUInt32BE(16));
    const count = font.readUInt16BE(4);
    const tags = Array.from({ length: count }, (_, index) => {
      const entry = 12 + index * 16;
      const [offset, length] = [font.readUInt32BE(entry + 8), font.readUInt32BE(entry + 12)];
      expect(offset % 4).to.equal(0);
      expect(offset + length).to.be.at.most(font.length);
      return font.toString('latin1', entry, entry + 4);
    });
    expect(tags).to.include.members(['GSUB', 'GPOS', 'cmap', 'glyf', 'head']);
  });

  it('must be a WOFF file', () => {
    expect(() => unpackWoff(Buffer.from('OTTO and nothing else'))).to.throw('not a WOFF file');
  });
});
