import type { SocketEvents } from '../../../realtime/live-types.ts';
import type { LiveClient, LiveOptions } from '../live/live-client.ts';
import type { TokenReason } from '../live/live-connection.ts';
import type { LiveMessage } from '../live/live-message.ts';
import type { LiveStatus } from '../live/live-status.ts';
import type { RoomHandlers } from '../live/room-handlers.ts';

/**
 * Handlers for the account's own rooms: its notifications, its orders. `missed`: read again what may have been missed.
 */
export interface AccountListener {
  onEvent(message: LiveMessage): void;
  missed(): void;
}

type LocationFrame = SocketEvents['locations'];

export interface LiveHubOptions {
  url: string;
  token(why: TokenReason): Promise<string>;
  /** The connection, or a followed room, was refused for good: a problem's code. */
  onRefused(code: string): void;
}

/** A followed room, kept from the call of `follow` on, even before there is a client to subscribe with. */
interface Followed {
  room: string;
  handlers: RoomHandlers;
  /** Null until the client has been loaded. */
  subscription: { close(): void } | null;
}

const NOT_YET: LiveStatus = { state: 'offline', since: null, code: null };
/** Milliseconds until another attempt to load the client. */
const AGAIN = 5_000;

/**
 * The page's one live connection, shared by all listeners. The client's code is loaded on the first start, after what
 * can be drawn without it; rooms followed earlier are subscribed to once it is here.
 */
export class LiveHub {
  readonly #options: LiveHubOptions;
  #client: LiveClient | null = null;
  #opening: Promise<void> | null = null;
  #closed = false;
  readonly #followed = new Set<Followed>();
  readonly #statusListeners = new Set<() => void>();
  readonly #accountListeners = new Set<AccountListener>();
  readonly #locationListeners = new Set<(frame: LocationFrame) => void>();

  constructor(options: LiveHubOptions) {
    this.#options = options;
  }

  get status(): LiveStatus {
    return this.#client?.status ?? NOT_YET;
  }

  /** Connects, or retries at once. */
  start(): void {
    if (this.#client !== null) this.#client.start();
    else this.#opening ??= this.#open();
  }

  close(): void {
    this.#closed = true;
    this.#client?.close();
  }

  readonly subscribeStatus = (listener: () => void): (() => void) => {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  };

  /** Follows a room; each room has one follower. Returns a function that stops following it. */
  follow(room: string, handlers: RoomHandlers): () => void {
    const watched: RoomHandlers = {
      ...handlers,
      onState: (state, name) => {
        // The account may have lost the role that allowed it to listen: an idle page must not silently stop updating.
        if (state === 'refused') this.#options.onRefused('auth.FORBIDDEN');
        handlers.onState?.(state, name);
      },
    };
    const followed: Followed = { room, handlers: watched, subscription: null };
    followed.subscription = this.#client?.subscribe(room, watched) ?? null;
    this.#followed.add(followed);
    return () => {
      this.#followed.delete(followed);
      followed.subscription?.close();
    };
  }

  /** Listens to the account's own rooms; `missed` is called at once, since nothing has been received so far. */
  hearAccount(listener: AccountListener): () => void {
    this.#accountListeners.add(listener);
    listener.missed();
    return () => this.#accountListeners.delete(listener);
  }

  /** Listens to drivers' positions. */
  hearLocations(listener: (frame: LocationFrame) => void): () => void {
    this.#locationListeners.add(listener);
    return () => this.#locationListeners.delete(listener);
  }

  /** Sends a driver's points. Null when no answer came in time or there is no connection yet. */
  async location(points: Parameters<LiveClient['location']>[0]): ReturnType<LiveClient['location']> {
    return (await this.#client?.location(points)) ?? null;
  }

  async #open(): Promise<void> {
    const loaded = await import('../live/live-client.ts').catch(() => null);
    if (this.#closed) return;
    if (loaded === null) {
      setTimeout(() => {
        this.#opening = null;
        if (!this.#closed) this.start();
      }, AGAIN);
      return;
    }
    const client = new loaded.LiveClient(this.#clientOptions());
    this.#client = client;
    for (const followed of this.#followed)
      followed.subscription = client.subscribe(followed.room, followed.handlers);
    client.start();
  }

  #clientOptions(): LiveOptions {
    const { url, token, onRefused } = this.#options;
    return {
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
        if (state === 'ended' && code !== null && code !== 'closed') onRefused(code);
      },
      onLocations: (frame) => {
        for (const listener of this.#locationListeners) listener(frame);
      },
    };
  }

  #each(call: (listener: AccountListener) => void): void {
    for (const listener of this.#accountListeners) call(listener);
  }
}
