/** The parts of `navigator.wakeLock` and `document` that are used. */
export interface WakeLocks {
  request(type: 'screen'): Promise<{ release(): Promise<void> }>;
}
export interface Visibility {
  readonly visibilityState: string;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
  removeEventListener(type: 'visibilitychange', listener: () => void): void;
}

/**
 * Keeps the screen on while it is wanted: a driver on the way has no hand free to wake it. The browser releases the
 * lock when the page is hidden, so it is requested again when the page is visible.
 */
export class ScreenLock {
  readonly #locks: WakeLocks | null;
  readonly #page: Visibility;
  readonly #onVisible = () => void this.#settle();
  #wanted = false;
  #held: { release(): Promise<void> } | null = null;
  #busy = false;

  /** `locks` is null if the browser does not support them: then nothing is kept on. */
  constructor(locks: WakeLocks | null, page: Visibility) {
    this.#locks = locks;
    this.#page = page;
    page.addEventListener('visibilitychange', this.#onVisible);
  }

  want(wanted: boolean): void {
    this.#wanted = wanted;
    void this.#settle();
  }

  close(): void {
    this.#page.removeEventListener('visibilitychange', this.#onVisible);
    this.want(false);
  }

  async #settle(): Promise<void> {
    if (this.#locks === null || this.#busy) return;
    this.#busy = true;
    try {
      if (this.#page.visibilityState !== 'visible') this.#held = null;
      else if (this.#wanted && this.#held === null) this.#held = await this.#locks.request('screen');
      if (!this.#wanted && this.#held !== null) {
        const held = this.#held;
        this.#held = null;
        await held.release();
      }
    } catch {
      // Refused with a low battery: the driver has to tap the screen instead.
    } finally {
      this.#busy = false;
    }
  }
}
