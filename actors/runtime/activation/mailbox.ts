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
  readonly #interactive = new Lane();
  readonly #background = new Lane();
  #backgroundNext = true;

  get size(): number {
    return this.#interactive.size + this.#background.size;
  }

  get interactiveWaiting(): number {
    return this.#interactive.size;
  }

  push(message: Message): void {
    (message.background ? this.#background : this.#interactive).push(message);
  }

  peek(): Message | undefined {
    const [first, second] = this.#lanes();
    return first.peek() ?? second.peek();
  }

  shift(): Message | undefined {
    const [first, second] = this.#lanes();
    const message = first.shift() ?? second.shift();
    if (message !== undefined) this.#backgroundNext = !message.background;
    return message;
  }

  #lanes(): [Lane, Lane] {
    return this.#backgroundNext
      ? [this.#background, this.#interactive]
      : [this.#interactive, this.#background];
  }

  /** Removes and returns interactive commands that arrived before `time`; background commands may wait indefinitely. */
  expired(time: number): Message[] {
    const old: Message[] = [];
    for (
      let next = this.#interactive.peek();
      next !== undefined && next.since < time;
      next = this.#interactive.peek()
    ) {
      old.push(next);
      this.#interactive.shift();
    }
    return old;
  }

  drain(): Message[] {
    const all: Message[] = [];
    for (let next = this.shift(); next !== undefined; next = this.shift()) all.push(next);
    return all;
  }
}
