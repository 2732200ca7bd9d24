interface Entry {
  at: number;
  order: number;
  happen: (at: number) => void;
}

/** Planned events by time; events at the same time run in the order they were planned. */
export class EventQueue {
  readonly #heap: Entry[] = [];
  #planned = 0;

  plan(at: number, happen: (at: number) => void): void {
    this.#planned += 1;
    const heap = this.#heap;
    heap.push({ at, order: this.#planned, happen });
    let child = heap.length - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!this.#isBefore(child, parent)) break;
      this.#swap(child, parent);
      child = parent;
    }
  }

  /** Runs all events up to `until`, including those planned meanwhile. Returns the time of the last one. */
  run(until: number): number {
    let now = Number.NEGATIVE_INFINITY;
    for (let next = this.#heap[0]; next !== undefined && next.at <= until; next = this.#heap[0]) {
      this.#drop();
      now = next.at;
      next.happen(now);
    }
    return now;
  }

  #drop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    for (let parent = 0; ; ) {
      const left = 2 * parent + 1;
      let first = parent;
      if (left < heap.length && this.#isBefore(left, first)) first = left;
      if (left + 1 < heap.length && this.#isBefore(left + 1, first)) first = left + 1;
      if (first === parent) return;
      this.#swap(first, parent);
      parent = first;
    }
  }

  #isBefore(left: number, right: number): boolean {
    const [one, other] = [this.#heap[left] as Entry, this.#heap[right] as Entry];
    return one.at !== other.at ? one.at < other.at : one.order < other.order;
  }

  #swap(left: number, right: number): void {
    const heap = this.#heap;
    [heap[left], heap[right]] = [heap[right] as Entry, heap[left] as Entry];
  }
}
