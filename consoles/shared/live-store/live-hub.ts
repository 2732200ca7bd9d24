import { LiveClient, type TokenReason } from '../live/live-client.ts';
import type { LiveMessage } from '../live/live-message.ts';
import type { LiveStatus } from '../live/live-status.ts';
import type { SocketEvents } from '../live/live-types.ts';
import type { RoomHandlers } from '../live/room-handlers.ts';

/** Of the account's own rooms: its notifications, its orders. `missed`: read again what was not heard. */
export interface AccountListener {
  onEvent(message: LiveMessage): void;
  missed(): void;
}

type LocationFrame = SocketEvents['locations'];

export interface LiveHubOptions {
  url: string;
  token(why: TokenReason): Promise<string>;
  /** The connection is refused for good: a problem's code. */
  onEnded(code: string): void;
}

/** The page's one live connection, shared by all that listens. */
export class LiveHub {
  readonly #client: LiveClient;
  readonly #statusListeners = new Set<() => void>();
  readonly #accountListeners = new Set<AccountListener>();
  readonly #locationListeners = new Set<(frame: LocationFrame) => void>();

  constructor({ url, token, onEnded }: LiveHubOptions) {
    this.#client = new LiveClient({
      url,
      token,
      own: {
        onEvent: (message) => this.#each((listener) => listener.onEvent(message)),
        onSnapshotNeeded: async () => {
          this.#each((listener) => listener.missed());
          return undefined;
        },
      },
      onStatus: ({ state, code }) => {
        for (const listener of this.#statusListeners) listener();
        if (state === 'ended' && code !== null && code !== 'closed') onEnded(code);
      },
      onLocations: (frame) => {
        for (const listener of this.#locationListeners) listener(frame);
      },
    });
  }

  /** The client itself, for what has no wrapper here: a driver's points. */
  get client(): LiveClient {
    return this.#client;
  }

  get status(): LiveStatus {
    return this.#client.status;
  }

  start(): void {
    this.#client.start();
  }

  close(): void {
    this.#client.close();
  }

  readonly subscribeStatus = (listener: () => void): (() => void) => {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  };

  /** Follows a room, one follower each. Gives the way to leave it. */
  follow(room: string, handlers: RoomHandlers): () => void {
    const subscription = this.#client.subscribe(room, handlers);
    return () => subscription.close();
  }

  /** Hears the account's own rooms; `missed` is called at once, since nothing was heard so far. */
  hearAccount(listener: AccountListener): () => void {
    this.#accountListeners.add(listener);
    listener.missed();
    return () => this.#accountListeners.delete(listener);
  }

  /** Drivers' positions, as they come. */
  hearLocations(listener: (frame: LocationFrame) => void): () => void {
    this.#locationListeners.add(listener);
    return () => this.#locationListeners.delete(listener);
  }

  #each(call: (listener: AccountListener) => void): void {
    for (const listener of this.#accountListeners) call(listener);
  }
}
