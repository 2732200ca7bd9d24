import { expect } from 'chai';
import fc from 'fast-check';
import { WaslError } from '../../../actors/errors.ts';
import { cleanImage } from '../../../server/kernel/uploads/clean-image.ts';
import { avif, jpeg, png, webp } from '../../support/pictures.ts';

const clean = (content: Buffer) => cleanImage({ content });

function codeOf(bytes: Buffer): string {
  try {
    clean(bytes);
    return 'taken';
  } catch (error) {
    if (error instanceof WaslError) return error.code;
    throw error;
  }
}

describe('pictures that people send', () => {
  it('a JPEG loses where it was taken and keeps which way is up', () => {
    const cleaned = clean(jpeg(640, 480, 6));
    // It is shown upright, so its sides are swapped.
    expect(cleaned).to.include({ type: 'image/jpeg', width: 480, height: 640 });
    expect(clean(jpeg(640, 480, 3))).to.include({ width: 640, height: 480 });
    expect(cleaned.bytes.includes('GPS')).to.equal(false);
    expect(cleaned.bytes.includes('a comment')).to.equal(false);
    expect(cleaned.bytes.includes('JFIF')).to.equal(true);
    expect(cleaned.bytes.includes('Exif')).to.equal(true);
    expect(cleaned.bytes.subarray(-2)).to.deep.equal(Buffer.from([0xff, 0xd9]));
    expect(clean(jpeg(640, 480, 1)).bytes.includes('Exif')).to.equal(false);
    // What was cleaned once stays as it is.
    expect(clean(cleaned.bytes).bytes.equals(cleaned.bytes)).to.equal(true);
  });

  it('a PNG and a WebP lose their texts and EXIF', () => {
    const cleaned = clean(png(3, 2));
    expect(cleaned).to.include({ type: 'image/png', width: 3, height: 2 });
    expect(cleaned.bytes.includes('Comment')).to.equal(false);
    const other = clean(webp(30, 20));
    expect(other).to.include({ type: 'image/webp', width: 30, height: 20 });
    expect(other.bytes.includes('GPS')).to.equal(false);
    expect(other.bytes.readUInt32LE(4) + 8).to.equal(other.bytes.length);
    expect((other.bytes[20] ?? 0) & 0b0000_1100).to.equal(0);
  });

  it('an AVIF is rewritten with its picture alone', () => {
    const cleaned = clean(avif());
    expect(cleaned).to.include({ type: 'image/avif', width: 2, height: 2 });
    for (const word of ['GPS', 'Exif', 'xmpmeta', 'taken at', 'camera', 'maker note', 'udes', 'thmb', 'mime'])
      expect(cleaned.bytes.includes(word), word).to.equal(false);
    // The picture is in one piece, at the place that the file states: at its end.
    expect(cleaned.bytes.subarray(-29).toString('hex')).to.equal(
      '12000a081800368810100c20320f1ff03fffffc59f87007cf84acae360',
    );
    const location = cleaned.bytes.indexOf('iloc') + 4 + 4 + 4 + 6;
    expect(cleaned.bytes.readUInt32BE(location)).to.equal(cleaned.bytes.length - 29);
    expect(cleaned.bytes.readUInt32BE(location + 4)).to.equal(29);
    expect(clean(cleaned.bytes).bytes.equals(cleaned.bytes)).to.equal(true);
    expect(clean(avif({ turned: true, size: [40, 30] }))).to.include({
      width: 30,
      height: 40,
    });
  });

  it('an AVIF that moves, is too large, or has no picture is refused', () => {
    expect(codeOf(avif({ brand: 'avis' }))).to.equal('common.VALIDATION_FAILED');
    expect(codeOf(avif({ size: [10_000, 10_000] }))).to.equal('common.PAYLOAD_TOO_LARGE');
    const other = Buffer.from(avif());
    other.write('hvc1', other.indexOf('av01'), 'latin1');
    expect(codeOf(other)).to.equal('common.VALIDATION_FAILED');
  });

  it('a JPEG’s second picture and thumbnail are removed', () => {
    const first = jpeg();
    const thumbnail = Buffer.from([
      ...Buffer.from('ffe00013', 'hex'),
      ...Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01abc', 'latin1'),
    ]);
    const more = Buffer.from([...Buffer.from('ffe2000a', 'hex'), ...Buffer.from('MPF\0rest', 'latin1')]);
    const { bytes } = clean(Buffer.concat([first.subarray(0, 2), thumbnail, more, first.subarray(2)]));
    for (const word of ['abc', 'MPF']) expect(bytes.includes(word), word).to.equal(false);
  });

  it('what follows the end of a picture is cut off', () => {
    for (const picture of [jpeg(), png(), webp(), avif()]) {
      const hidden = Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]);
      expect(clean(hidden).bytes.includes('<script>')).to.equal(false);
    }
  });

  it('what is not a picture is refused by its bytes', () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect(codeOf(svg)).to.equal('common.UNSUPPORTED_MEDIA_TYPE');
    expect(codeOf(Buffer.from('GIF89a and more than sixteen bytes'))).to.equal(
      'common.UNSUPPORTED_MEDIA_TYPE',
    );
    expect(() => cleanImage(null))
      .to.throw(WaslError)
      .with.property('code', 'common.VALIDATION_FAILED');
  });

  it('too many pixels', () => {
    expect(codeOf(jpeg(10_000, 10_000))).to.equal('common.PAYLOAD_TOO_LARGE');
  });

  it('whatever is cut off or damaged is accepted or refused, never an internal error', () => {
    const answers = [
      'taken',
      'common.VALIDATION_FAILED',
      'common.UNSUPPORTED_MEDIA_TYPE',
      'common.PAYLOAD_TOO_LARGE',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(jpeg(), png(), webp(), avif()),
        fc.nat(),
        fc.nat(255),
        fc.nat(),
        (whole, at, byte, cut) => {
          const bent = Buffer.from(whole);
          bent[at % bent.length] = byte;
          return (
            answers.includes(codeOf(bent)) && answers.includes(codeOf(bent.subarray(0, cut % bent.length)))
          );
        },
      ),
      { numRuns: 400 },
    );
    expect(codeOf(png().subarray(0, 40))).to.equal('common.VALIDATION_FAILED');
  });
});
