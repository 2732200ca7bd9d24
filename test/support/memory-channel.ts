import { type CommandChannel, NotSent } from '../../db/redis/command-channel.ts';

/** Connects the processes of a simulation. */
export class MemorySwitchboard {
  readonly #listeners = new Map<string, (frame: string) => void>();
  /** While set, no frame is delivered. */
  away = false;
  /** Frames for which this returns true are lost. */
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
