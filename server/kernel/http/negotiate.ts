interface Range {
  name: string;
  quality: number;
  place: number;
}

/** How closely a range of the header matches an offer, 0 for no match. */
type Fit = (range: string, offered: string) => number;

const typeFit: Fit = (range, offered) => {
  if (range === offered) return 3;
  if (range === '*/*') return 1;
  return range.endsWith('/*') && offered.startsWith(range.slice(0, -1)) ? 2 : 0;
};

const languageFit: Fit = (range, offered) => {
  if (range === offered) return 3;
  if (range === '*') return 1;
  return range.startsWith(`${offered}-`) ? 2 : 0;
};

const encodingFit: Fit = (range, offered) => {
  if (range === offered) return 2;
  return range === '*' ? 1 : 0;
};

/** The media type preferred by Accept; the first offered if none is acceptable or the header is missing. */
export function preferredType<T extends string>(
  accept: string | undefined,
  offered: readonly [T, ...T[]],
): T {
  return preferred(accept, offered, typeFit);
}

/** The language preferred by Accept-Language, with or without region; otherwise the first offered. */
export function preferredLanguage<T extends string>(
  accept: string | undefined,
  offered: readonly [T, ...T[]],
): T {
  return preferred(accept, offered, languageFit);
}

/** Whether Accept-Encoding allows this encoding. */
export function takesEncoding(header: string, encoding: string): boolean {
  return closest(header.toLowerCase().split(',').map(rangeOf), encoding, encodingFit).quality > 0;
}

/** RFC 9110: by the quality of the closest range; ties go to the one named first, then to the one offered first. */
function preferred<T extends string>(
  header: string | undefined,
  offered: readonly [T, ...T[]],
  closenessOf: Fit,
): T {
  const [first] = offered;
  if (header === undefined) return first;
  const ranges = header.toLowerCase().split(',').map(rangeOf);
  let best: { one: T; quality: number; place: number } | null = null;
  for (const one of offered) {
    const { quality, place } = closest(ranges, one, closenessOf);
    const isBetter =
      best === null || quality > best.quality || (quality === best.quality && place < best.place);
    if (quality > 0 && isBetter) best = { one, quality, place };
  }
  return best?.one ?? first;
}

function closest(ranges: readonly Range[], offered: string, closenessOf: Fit): Range {
  let best: Range = { name: '', quality: 0, place: 0 };
  let closeness = 0;
  for (const range of ranges) {
    const found = closenessOf(range.name, offered);
    if (found > closeness) [best, closeness] = [range, found];
  }
  return best;
}

function rangeOf(text: string, place: number): Range {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = weight === undefined ? 1 : Number.parseFloat(weight);
  return { name, quality: Number.isNaN(quality) ? 0 : quality, place };
}
