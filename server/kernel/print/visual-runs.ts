import bidiFactory from 'bidi-js';

export type Direction = 'ltr' | 'rtl';

/** Characters of one direction, drawn with one face. */
export interface VisualRun<Face> {
  /** As a shaper is to be given it: it turns right-to-left scripts round itself. */
  text: string;
  face: Face;
}

interface LogicalRun<Face> {
  characters: string[];
  level: number;
  face: Face;
}

// To Node's resolution the package's types tell of an ES module, to a bundler's of the factory, which it is.
type BidiFactory = typeof bidiFactory extends { default: infer Factory } ? Factory : typeof bidiFactory;
const bidi = (bidiFactory as unknown as BidiFactory)();
/** What makes fontkit take a run for Arabic, and turn it round. */
const TURNED_BY_SHAPER = /[\p{Script=Arabic}\u0660-\u0669\u06F0-\u06F9]/u;

/**
 * A line of text as runs from left to right: the Unicode bidirectional algorithm, then a face for each character.
 * @param direction Of the paragraph.
 * @param faceOf The face that has this character, the present one where both have it.
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

/** From the highest level down to the lowest odd one, every stretch of runs at that level or above is turned round. */
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
