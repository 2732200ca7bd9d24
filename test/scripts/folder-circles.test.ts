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
  it('finds none where every arrow points down, however often a folder is reached', () => {
    const graph = graphOf(['a', 'b'], ['a', 'c'], ['b', 'd'], ['c', 'd'], ['d', 'e']);
    expect(folderCircles(graph)).to.deep.equal([]);
  });

  it('names every folder of a circle once', () => {
    const graph = graphOf(['a', 'b'], ['b', 'c'], ['c', 'a'], ['c', 'd']);
    expect(folderCircles(graph)).to.deep.equal([['a', 'b', 'c']]);
  });

  it('sees a folder and the folder above it as two', () => {
    expect(folderCircles(graphOf(['a', 'a/b'], ['a/b', 'a']))).to.deep.equal([['a', 'a/b']]);
  });

  it('joins circles that share a folder, and keeps apart those that do not', () => {
    const graph = graphOf(['a', 'b'], ['b', 'a'], ['b', 'c'], ['c', 'b'], ['c', 'x'], ['x', 'y'], ['y', 'x']);
    expect(folderCircles(graph)).to.have.deep.members([
      ['a', 'b', 'c'],
      ['x', 'y'],
    ]);
  });
});
