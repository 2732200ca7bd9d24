import { projectRoot } from '../../db/root.ts';
import { readFolderGraph } from '../checks/folder-circles.ts';
import { readSlices } from './slices.ts';

/** Everything may import these; their arrows would say nothing. */
const LEFT_OUT = /^(kernel|compose|demo|consoles)\b/;

/** A Mermaid graph of which slice imports which, without arrows that follow from others. */
export function sliceArrows(): string {
  const slices = readSlices()
    .map(({ slice }) => slice)
    .filter((slice) => !LEFT_OUT.test(slice));
  const imports = importsOf(slices);
  const lines = slices.flatMap((slice) =>
    [...(imports.get(slice) ?? [])]
      .filter((target) => !reachedThroughAnother(imports, slice, target))
      .map((target) => `  ${nodeOf(slice)} --> ${nodeOf(target)}`),
  );
  return ['```mermaid', 'flowchart TD', ...slices.map(node), ...lines.sort(), '```'].join('\n');
}

function importsOf(slices: readonly string[]): Map<string, Set<string>> {
  const sliceOf = (folder: string) =>
    slices.find((slice) => folder === `server/${slice}` || folder.startsWith(`server/${slice}/`));
  const imports = new Map<string, Set<string>>();
  for (const [folder, targets] of readFolderGraph(projectRoot, ['server'])) {
    const from = sliceOf(folder);
    if (from === undefined) continue;
    for (const target of targets.keys()) {
      const to = sliceOf(target);
      if (to !== undefined && to !== from) imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  return imports;
}

/** The order of slices has no circle, so this ends. */
function reaches(imports: Map<string, Set<string>>, from: string, to: string): boolean {
  return [...(imports.get(from) ?? [])].some((next) => next === to || reaches(imports, next, to));
}

function reachedThroughAnother(imports: Map<string, Set<string>>, from: string, to: string): boolean {
  return [...(imports.get(from) ?? [])].some((next) => next !== to && reaches(imports, next, to));
}

function node(slice: string): string {
  return `  ${nodeOf(slice)}["${slice.split('/').at(-1)}"]`;
}

function nodeOf(slice: string): string {
  return slice.replaceAll(/[/-]/g, '_');
}
