import { type CommandChannel, NotSent } from '../../db/redis/command-channel.ts';

/** The lines of a simulation's processes. */
export class MemorySwitchboard {
  readonly #listeners = new Map<string, (frame: string) => void>();
  /** Set while nothing is carried. */
  away = false;
  /** Frames for which this holds are lost on their way. */
  loses: (frame: string) => boolean = () => false;

  line(node: string): CommandChannel {
    return {
      send: async (to, frame) => {
        if (this.away) throw new NotSent('The line is down.');
        const listener = this.#listeners.get(to);
        if (listener === undefined) return 0;
        if (!this.loses(frame)) queueMicrotask(() => this.#listeners.get(to)?.(frame));
        return 1;
      },
      receive: (listener) => this.#listeners.set(node, listener),
      close: () => this.#listeners.delete(node),
    };
  }
}
