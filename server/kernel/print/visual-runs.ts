import bidiFactory from 'bidi-js';

export type Direction = 'ltr' | 'rtl';

/** Characters of one direction and face. */
export interface VisualRun<Face> {
  /** In the order a shaper expects: it reverses right-to-left scripts itself. */
  text: string;
  face: Face;
}

interface LogicalRun<Face> {
  characters: string[];
  level: number;
  face: Face;
}

// For Node's resolution the package's types describe an ES module, for a bundler's the factory, which is what it
// exports.
type BidiFactory = typeof bidiFactory extends { default: infer Factory } ? Factory : typeof bidiFactory;
const bidi = (bidiFactory as unknown as BidiFactory)();
/** Characters for which fontkit treats a run as Arabic and reverses it. */
const TURNED_BY_SHAPER = /[\p{Script=Arabic}\u0660-\u0669\u06F0-\u06F9]/u;

/**
 * Splits a line of text into runs from left to right: the Unicode bidirectional algorithm, then a face per character.
 * @param direction Paragraph direction.
 * @param faceOf The face with this character, preferably the current one.
 */
export function visualRuns<Face>(
  text: string,
  direction: Direction,
  faceOf: (character: string, present: Face | null) => Face,
): VisualRun<Face>[] {
  const embedding = bidi.getEmbeddingLevels(text, direction);
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels);
  const runs: LogicalRun<Face>[] = [];
  let index = 0;
  for (const character of text) {
    const level = embedding.levels[index] ?? 0;
    const last = runs.at(-1);
    const shown = mirrored.get(index) ?? character;
    const face = faceOf(shown, last?.face ?? null);
    if (last !== undefined && last.level === level && last.face === face) last.characters.push(shown);
    else runs.push({ characters: [shown], level, face });
    index += character.length;
  }
  return inVisualOrder(runs).map(({ characters, level, face }) => {
    const logical = characters.join('');
    const turned = TURNED_BY_SHAPER.test(logical) !== (level % 2 === 1);
    return { text: turned ? characters.reverse().join('') : logical, face };
  });
}

/** Reverses, from the highest level to the lowest odd one, every sequence of runs at that level or above (rule L2). */
function inVisualOrder<Face>(logical: readonly LogicalRun<Face>[]): LogicalRun<Face>[] {
  const runs = [...logical];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    for (let start = 0; start < runs.length; start += 1) {
      let end = start;
      while ((runs[end]?.level ?? -1) >= level) end += 1;
      if (end - start > 1) runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return runs;
}
