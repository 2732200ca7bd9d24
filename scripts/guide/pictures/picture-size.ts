export interface PictureSize {
  width: number;
  height: number;
}

/** Width and height of a WebP, PNG or SVG file in pixels, so that a page keeps the place. Undefined: unknown. */
export function pictureSize(content: Buffer): PictureSize | undefined {
  const text = (from: number, to: number) => content.toString('latin1', from, to);
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return webpSize(content, text(12, 16));
  if (text(1, 4) === 'PNG') return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
  const [, width, height] = /<svg\b[^>]*\bviewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(content.toString()) ?? [];
  if (width === undefined || height === undefined) return undefined;
  return { width: Math.round(Number(width)), height: Math.round(Number(height)) };
}

/** The three kinds of WebP: lossy, lossless, extended. */
function webpSize(content: Buffer, kind: string): PictureSize | undefined {
  const LOW_14_BITS = 0x3fff;
  if (kind === 'VP8 ')
    return {
      width: content.readUInt16LE(26) & LOW_14_BITS,
      height: content.readUInt16LE(28) & LOW_14_BITS,
    };
  if (kind === 'VP8L') {
    const bits = content.readUInt32LE(21);
    return { width: (bits & LOW_14_BITS) + 1, height: ((bits >>> 14) & LOW_14_BITS) + 1 };
  }
  if (kind === 'VP8X') return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 };
  return undefined;
}
