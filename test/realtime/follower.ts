import { LiveClient, type LiveOptions } from '../../consoles/shared/live/live-client.ts';
import type { LiveMessage } from '../../consoles/shared/live/live-message.ts';
import type { LiveState } from '../../consoles/shared/live/live-status.ts';
import type { RoomState } from '../../consoles/shared/live/room-track.ts';
import type { KnownVersions } from '../../consoles/shared/live/version-filter.ts';

export interface FollowerOptions {
  url: string;
  token: LiveOptions['token'];
  /** Reads the state of a room as the API would return it. */
  read?: (room: string) => Promise<KnownVersions | undefined>;
}

const POLL_EVERY_MS = 20;

/** Follows rooms with the consoles' client, and stores the received events. */
export class Follower {
  readonly client: LiveClient;
  readonly heard: LiveMessage[] = [];
  readonly snapshots: string[] = [];
  readonly states: LiveState[] = [];
  readonly faults: unknown[] = [];
  readonly #read: FollowerOptions['read'];
  #wake: (() => void)[] = [];

  constructor({ url, token, read }: FollowerOptions) {
    this.#read = read;
    this.client = new LiveClient({
      url,
      token,
      transports: ['websocket'],
      backoff: { first: 20, longest: 200 },
      // No random delay, so that tests do not wait.
      random: () => 0,
      own: this.handlers(),
      onFault: (error) => this.faults.push(error),
      onStatus: ({ state }) => {
        this.states.push(state);
        this.#stir();
      },
    });
    this.client.start();
  }

  handlers(onState?: (state: RoomState) => void) {
    return {
      onEvent: (message: LiveMessage) => {
        this.heard.push(message);
        this.#stir();
      },
      onSnapshotNeeded: async (room: string) => {
        this.snapshots.push(room);
        const known = await this.#read?.(room);
        return () => known;
      },
      onState: (state: RoomState) => {
        onState?.(state);
        this.#stir();
      },
    };
  }

  /** Ids of the events received in a room, in order. */
  idsOf(room: string): string[] {
    return this.heard.filter(({ stamp }) => stamp.room === room).map(({ stamp }) => stamp.id);
  }

  /**
   * Waits until the condition holds; it is checked at every event and at intervals. The test's own timeout ends the
   * wait.
   */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_EVERY_MS);
        this.#wake.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  live(): Promise<void> {
    return this.until(() => this.client.status.state === 'live');
  }

  heardId(id: string): Promise<void> {
    return this.until(() => this.heard.some(({ stamp }) => stamp.id === id));
  }

  #stir(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}
