import { expect } from 'chai';
import { type FolderGraph, folderCircles } from '../../scripts/checks/folder-circles.ts';

function graphOf(...arrows: [string, string][]): FolderGraph {
  const graph: FolderGraph = new Map();
  for (const [from, to] of arrows) {
    graph.set(from, (graph.get(from) ?? new Map()).set(to, `${from}/a.ts imports ${to}/b.ts`));
  }
  return graph;
}

describe('circles of folders', () => {
  it('are not found where every import points down, however often a folder is reached', () => {
    const graph = graphOf(['a', 'b'], ['a', 'c'], ['b', 'd'], ['c', 'd'], ['d', 'e']);
    expect(folderCircles(graph)).to.deep.equal([]);
  });

  it('are reported with every folder once', () => {
    const graph = graphOf(['a', 'b'], ['b', 'c'], ['c', 'a'], ['c', 'd']);
    expect(folderCircles(graph)).to.deep.equal([['a', 'b', 'c']]);
  });

  it('treat a folder and its parent as two', () => {
    expect(folderCircles(graphOf(['a', 'a/b'], ['a/b', 'a']))).to.deep.equal([['a', 'a/b']]);
  });

  it('are joined when they share a folder, and kept apart when they do not', () => {
    const graph = graphOf(['a', 'b'], ['b', 'a'], ['b', 'c'], ['c', 'b'], ['c', 'x'], ['x', 'y'], ['y', 'x']);
    expect(folderCircles(graph)).to.have.deep.members([
      ['a', 'b', 'c'],
      ['x', 'y'],
    ]);
  });
});
