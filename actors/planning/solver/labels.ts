import { at, realAt } from './at.ts';

/** Maximum number of partial routes: a few tens of megabytes. */
const MAX_LABELS = 1_000_000;

/**
 * Partial routes (labels) of an exact search. Labels with the same visited stops and the same last stop share a slot
 * and are linked from its head; within a slot no label is dominated by another in both cost and time.
 */
export class Labels {
  cost = new Float64Array(1 << 12);
  /** When service begins at the last stop. */
  time = new Int32Array(1 << 12);
  slot = new Int32Array(1 << 12);
  /** The label this one extends; −1: the start. */
  from = new Int32Array(1 << 12);
  /** The next label of the slot; −1: the last. */
  next = new Int32Array(1 << 12);
  private count = 0;

  /** Adds a label unless one in its slot dominates it. Returns false when the maximum is reached. */
  add(heads: Int32Array, slot: number, cost: number, time: number, from: number): boolean {
    let previous = -1;
    let label = at(heads, slot);
    while (label >= 0) {
      const following = at(this.next, label);
      if (realAt(this.cost, label) <= cost && at(this.time, label) <= time) return true;
      if (realAt(this.cost, label) >= cost && at(this.time, label) >= time)
        this.drop(heads, slot, previous, following);
      else previous = label;
      label = following;
    }
    if (this.count === MAX_LABELS) return false;
    if (this.count === this.cost.length) this.grow();
    this.cost[this.count] = cost;
    this.time[this.count] = time;
    this.slot[this.count] = slot;
    this.from[this.count] = from;
    this.next[this.count] = at(heads, slot);
    heads[slot] = this.count;
    this.count += 1;
    return true;
  }

  private drop(heads: Int32Array, slot: number, previous: number, following: number): void {
    if (previous < 0) heads[slot] = following;
    else this.next[previous] = following;
  }

  private grow(): void {
    const { cost, time, slot, from, next } = this;
    const size = 2 * cost.length;
    this.cost = new Float64Array(size);
    this.cost.set(cost);
    this.time = twice(time);
    this.slot = twice(slot);
    this.from = twice(from);
    this.next = twice(next);
  }
}

function twice(values: Int32Array): Int32Array<ArrayBuffer> {
  const result = new Int32Array(2 * values.length);
  result.set(values);
  return result;
}
