import { at } from './at.ts';
import { endNode, type Model, startNode } from './model.ts';

interface Chain {
  model: Model;
  next: Int32Array;
}

/** How many of the stops at home in this route still follow each other as they did: the longest rising run of ranks. */
export function longestRise({ model, next }: Chain, vehicle: number): number {
  const { home, rank } = model;
  const end = endNode(model, vehicle);
  // tails[k]: the lowest rank at which a rising run of k + 1 stops can end.
  const tails: number[] = [];
  for (let node = at(next, startNode(model, vehicle)); node !== end; node = at(next, node)) {
    if (at(home, node) !== vehicle) continue;
    const value = at(rank, node);
    let index = tails.length;
    while (index > 0 && (tails[index - 1] as number) > value) index -= 1;
    tails[index] = value;
  }
  return tails.length;
}
