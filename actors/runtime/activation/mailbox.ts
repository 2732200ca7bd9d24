import type { Message } from './message.ts';

/** A FIFO queue that does not move the remaining items on removal. */
class Lane {
  #messages: Message[] = [];
  #head = 0;

  get size(): number {
    return this.#messages.length - this.#head;
  }

  peek(): Message | undefined {
    return this.#messages[this.#head];
  }

  push(message: Message): void {
    this.#messages.push(message);
  }

  shift(): Message | undefined {
    const message = this.#messages[this.#head];
    if (message === undefined) return undefined;
    this.#head += 1;
    if (this.#head === this.#messages.length) {
      this.#messages = [];
      this.#head = 0;
    } else if (this.#head > 1_024) {
      this.#messages = this.#messages.slice(this.#head);
      this.#head = 0;
    }
    return message;
  }
}

/** An actor's waiting commands. The interactive and the background lane alternate while both have commands. */
export class Mailbox {
  readonly #people = new Lane();
  readonly #system = new Lane();
  #systemNext = true;

  get size(): number {
    return this.#people.size + this.#system.size;
  }

  get peopleWaiting(): number {
    return this.#people.size;
  }

  push(message: Message): void {
    (message.system ? this.#system : this.#people).push(message);
  }

  peek(): Message | undefined {
    const [first, second] = this.#lanes();
    return first.peek() ?? second.peek();
  }

  shift(): Message | undefined {
    const [first, second] = this.#lanes();
    const message = first.shift() ?? second.shift();
    if (message !== undefined) this.#systemNext = !message.system;
    return message;
  }

  #lanes(): [Lane, Lane] {
    return this.#systemNext ? [this.#system, this.#people] : [this.#people, this.#system];
  }

  /** Removes commands that arrived before `time`; commands of the service itself may wait indefinitely. */
  expired(time: number): Message[] {
    const old: Message[] = [];
    for (
      let next = this.#people.peek();
      next !== undefined && next.since < time;
      next = this.#people.peek()
    ) {
      old.push(next);
      this.#people.shift();
    }
    return old;
  }

  drain(): Message[] {
    const all: Message[] = [];
    for (let next = this.shift(); next !== undefined; next = this.shift()) all.push(next);
    return all;
  }
}
