import { at, realAt } from './at.ts';
import { LOCKED, type Model, NEVER } from './model.ts';

/** Number of neighbours stored per task; ruins remove far fewer. */
const MAX_NEIGHBOURS = 120;

/** For each task the other tasks, nearest first; computed on first use. */
export class Neighbours {
  private readonly model: Model;
  private readonly distance: (model: Model, left: number, right: number) => number;
  private readonly lists: (Int32Array | undefined)[] = [];

  constructor(model: Model, distance: (model: Model, left: number, right: number) => number) {
    this.model = model;
    this.distance = distance;
  }

  of(task: number): Int32Array {
    const known = this.lists[task];
    if (known !== undefined) return known;
    const { model, distance } = this;
    const keys = new Float64Array(model.tasks);
    const others: number[] = [];
    for (let other = 0; other < model.tasks; other += 1) {
      if (model.kind[other] === LOCKED) continue;
      keys[other] = other === task ? -1 : distance(model, task, other);
      others.push(other);
    }
    others.sort((left, right) => realAt(keys, left) - realAt(keys, right));
    const list = Int32Array.from(others.slice(0, MAX_NEIGHBOURS));
    this.lists[task] = list;
    return list;
  }
}

/** Distance between two tasks: the shortest between any of their stops. */
export function nearness(model: Model, left: number, right: number): number {
  const { tasks } = model;
  return Math.min(
    between(model, left, right),
    between(model, left, tasks + right),
    between(model, tasks + left, right),
    between(model, tasks + left, tasks + right),
  );
}

/** Similarity of two tasks, by start, end and time; lower is more alike. */
export function likeness(model: Model, left: number, right: number): number {
  const { tasks } = model;
  return (
    between(model, left, right) +
    between(model, tasks + left, tasks + right) +
    (apart(model, left, right) + apart(model, tasks + left, tasks + right)) / 4
  );
}

function between({ cost, nodes }: Model, left: number, right: number): number {
  return Math.min(at(cost, left * nodes + right), at(cost, right * nodes + left));
}

/** Distance between the midpoints of two time windows. */
function apart({ earliest, latest, due }: Model, left: number, right: number): number {
  const close = (node: number) => Math.min(at(latest, node), at(due, node));
  const first = close(left);
  const second = close(right);
  if (first >= NEVER || second >= NEVER) return 0;
  return Math.abs(at(earliest, left) + first - at(earliest, right) - second) / 2;
}
