import { membership as joined, type ShellMembership } from '../../shared/session/join-shell.ts';
import { type PhoneShell, phoneShell, type ShiftState } from '../../shared/shell/phone-shell.ts';
import type { Activity } from './cadence.ts';
import type { LocationState } from './location-manager.ts';

/** Milliseconds between two requests for another token, should the service refuse each. */
const RENEW_EVERY = 60_000;

export interface ShellLocationOptions {
  shell: Pick<PhoneShell, 'duty' | 'state' | 'follow'>;
  membership: Pick<ShellMembership, 'account' | 'renew'>;
  onState(state: LocationState): void;
  now?: () => number;
}

/**
 * In the phone app, positions are measured and sent by the app, which goes on when the page is suspended. This tells it
 * what the driver is doing, once it has a token to send with, and shows what it says.
 */
export class ShellLocation {
  readonly #options: ShellLocationOptions;
  readonly #closers: (() => void)[];
  readonly #now: () => number;
  #activity: Activity = 'OFF';
  #told: Activity | null = null;
  #renewedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ShellLocationOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    const { shell, membership } = options;
    this.#closers = [
      shell.follow((state) => this.#hear(state)),
      membership.account.subscribe(() => {
        // With another token, the app may have been told nothing yet.
        this.#told = null;
        this.#tell();
      }),
    ];
  }

  set(activity: Activity): void {
    this.#activity = activity;
    this.#tell();
  }

  /** The app sends by itself as soon as there is a network; a page that comes back repeats what the driver is doing. */
  async flush(): Promise<void> {
    if (this.#options.shell.state().activity !== this.#activity) this.#told = null;
    this.#tell();
  }

  /** The page goes away; the app goes on. */
  async close(): Promise<void> {
    for (const close of this.#closers) close();
  }

  #tell(): void {
    const { shell, membership } = this.#options;
    if (membership.account.get() === null || this.#told === this.#activity) return;
    this.#told = this.#activity;
    shell.duty(this.#activity);
  }

  #hear({ location, reporting }: ShiftState): void {
    this.#options.onState(location);
    if (reporting !== 'SIGNED_OUT' || this.#now() - this.#renewedAt < RENEW_EVERY) return;
    this.#renewedAt = this.#now();
    this.#options.membership.renew();
  }
}

/** Once the page has its session. Returns what opens it; null in a browser. */
export async function openShellLocation(): Promise<
  ((onState: (state: LocationState) => void) => ShellLocation) | null
> {
  const shell = phoneShell;
  if (shell === null) return null;
  const membership = await joined;
  return (onState) => new ShellLocation({ shell, membership, onState });
}
