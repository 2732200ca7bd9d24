import type { CommandChannel } from './command-channel.ts';
import type { NodeTime } from './node-time.ts';

/** Called when a message did not arrive: no process listens (null), or the connection failed. */
export type Unsent = (error: unknown) => void;

const MAX_MESSAGES_PER_FRAME = 64;

/** Messages to other processes; those to the same process within one turn of the event loop share a frame. */
export class SendBuffer<M> {
  readonly #line: CommandChannel;
  readonly #time: NodeTime;
  readonly #waiting = new Map<string, { message: M; unsent: Unsent }[]>();

  constructor(line: CommandChannel, time: NodeTime) {
    this.#line = line;
    this.#time = time;
  }

  add(node: string, message: M, unsent: Unsent): void {
    const there = this.#waiting.get(node);
    if (there !== undefined) {
      there.push({ message, unsent });
      return;
    }
    this.#waiting.set(node, [{ message, unsent }]);
    if (this.#waiting.size === 1) this.#time.soon(() => this.#flush());
  }

  #flush(): void {
    const all = [...this.#waiting];
    this.#waiting.clear();
    for (const [node, messages] of all) {
      for (let start = 0; start < messages.length; start += MAX_MESSAGES_PER_FRAME) {
        const part = messages.slice(start, start + MAX_MESSAGES_PER_FRAME);
        const frame = JSON.stringify(part.map(({ message }) => message));
        const fail = (error: unknown) => {
          for (const { unsent } of part) unsent(error);
        };
        this.#line.send(node, frame).then((listeners) => {
          if (listeners === 0) fail(null);
        }, fail);
      }
    }
  }
}
