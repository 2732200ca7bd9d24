// Part of `npm test`: no circle of folders. A folder is a node with the files directly in it, and an import of a type
// is an import. dependency-cruiser finds circles of files; its circles of folders leave out a folder and its parent.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../../db/root.ts';
import { readCommandLine, runCommand } from '../shared/command-line.ts';

const USAGE = 'Usage: tsx scripts/checks/folder-circles.ts [FOLDER …]   from the project on; default: all';
const FOLDERS = ['server', 'realtime', 'db', 'actors', 'consoles', 'scripts', 'test'];
const SOURCE = /\.(m?[tj]sx?|cjs)$/;

/** For each folder, the folders it imports from, each with one import as an example. */
export type FolderGraph = Map<string, Map<string, string>>;

/** Reads every import below `folders`, paths relative to `root`. */
export function readFolderGraph(root: string, folders: readonly string[]): FolderGraph {
  const graph: FolderGraph = new Map();
  for (const folder of folders) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!SOURCE.test(name) || name.includes('node_modules')) continue;
      const file = join(folder, name);
      const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
      for (const { fileName } of importedFiles) {
        if (fileName.startsWith('.')) add(graph, file, normalize(join(dirname(file), fileName)));
      }
    }
  }
  return graph;
}

function add(graph: FolderGraph, from: string, to: string): void {
  const [folder, target] = [dirname(from), dirname(to)];
  if (folder === target) return;
  const targets = graph.get(folder) ?? new Map<string, string>();
  graph.set(folder, targets);
  if (!targets.has(target)) targets.set(target, `${from} imports ${to}`);
}

/** Every circle as its folders in sequence, each found once: Tarjan's strongly connected components. */
export function folderCircles(graph: FolderGraph): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (folder: string): number => {
    const own = index.size;
    index.set(folder, own);
    low.set(folder, own);
    stack.push(folder);
    for (const target of graph.get(folder)?.keys() ?? []) {
      const reached = index.has(target)
        ? stack.includes(target)
          ? (index.get(target) ?? own)
          : own
        : visit(target);
      low.set(folder, Math.min(low.get(folder) ?? own, reached));
    }
    const lowest = low.get(folder) ?? own;
    if (lowest === own) {
      const circle = stack.splice(stack.indexOf(folder));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return lowest;
  };
  for (const folder of graph.keys()) if (!index.has(folder)) visit(folder);
  return circles;
}

/** The imports that make up a circle, so that it can be broken. */
function importsWithin(graph: FolderGraph, circle: readonly string[]): string[] {
  return circle.flatMap((folder) =>
    [...(graph.get(folder) ?? [])]
      .filter(([target]) => circle.includes(target))
      .map(([, example]) => example),
  );
}

if (process.argv[1] === import.meta.filename) {
  await runCommand(async () => {
    const { positionals } = readCommandLine({ usage: USAGE, options: {}, positionals: { min: 0, max: 50 } });
    const graph = readFolderGraph(projectRoot, positionals.length > 0 ? positionals : FOLDERS);
    const circles = folderCircles(graph);
    for (const circle of circles) {
      console.error(`A circle of ${circle.length} folders: ${circle.join(', ')}`);
      for (const line of importsWithin(graph, circle)) console.error(`  e.g. ${line}`);
    }
    return circles.length === 0 ? 0 : 1;
  });
}
