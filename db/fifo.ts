interface Link<T> {
  value: T;
  next: Link<T> | null;
}

/** A queue whose removal takes constant time; `Array.shift` moves all remaining items. */
export class Fifo<T> {
  #first: Link<T> | null = null;
  #last: Link<T> | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(value: T): void {
    const link: Link<T> = { value, next: null };
    if (this.#last === null) this.#first = link;
    else this.#last.next = link;
    this.#last = link;
    this.#size += 1;
  }

  peek(): T | undefined {
    return this.#first?.value;
  }

  shift(): T | undefined {
    const link = this.#first;
    if (link === null) return undefined;
    this.#first = link.next;
    if (this.#first === null) this.#last = null;
    this.#size -= 1;
    return link.value;
  }
}
