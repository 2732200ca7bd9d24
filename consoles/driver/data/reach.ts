import type { LiveState } from '../../shared/live/live-status.ts';
import type { LiveHub } from '../../shared/live-store/live-hub.ts';
import { listen } from '../device/listen.ts';
import type { Signs } from './connection.ts';

export interface ReachOptions {
  hub: LiveHub;
  /** A sign of reachability has changed. */
  onChanged(): void;
  /** The live connection is back. */
  onConnected(): void;
  /** The phone reports a network again. */
  onNetwork(): void;
}

/** Milliseconds for the live connection to come up before the app calls itself offline. */
const SETTLES = 4_000;

/** Whether the service can be reached, from every sign the phone has. */
export class Reach {
  readonly #options: ReachOptions;
  readonly #closers: (() => void)[] = [];
  #live: LiveState = 'offline';
  #settled = false;
  #reached = false;

  constructor(options: ReachOptions) {
    this.#options = options;
  }

  get signs(): Omit<Signs, 'queue'> {
    return { network: navigator.onLine, live: this.#live, settled: this.#settled, reached: this.#reached };
  }

  start(): void {
    const { hub, onChanged } = this.#options;
    const settled = setTimeout(() => {
      this.#settled = true;
      onChanged();
    }, SETTLES);
    this.#closers.push(
      () => clearTimeout(settled),
      listen(window, 'online', () => this.#networkCame()),
      listen(window, 'offline', () => this.answered(false)),
      hub.subscribeStatus(() => this.#follow(hub.status.state)),
    );
    this.#follow(hub.status.state);
  }

  /** A call was answered, or got no answer. */
  answered(reached: boolean): void {
    this.#reached = reached;
    this.#options.onChanged();
  }

  close(): void {
    for (const close of this.#closers) close();
  }

  #follow(live: LiveState): void {
    const former = this.#live;
    this.#live = live;
    if (live === 'live') this.#settled = true;
    if (former === 'offline' && live !== 'offline') this.#options.onConnected();
    this.#options.onChanged();
  }

  #networkCame(): void {
    // It would retry on its own, but only some seconds later.
    if (this.#live === 'offline') this.#options.hub.start();
    this.#options.onNetwork();
    this.#options.onChanged();
  }
}
