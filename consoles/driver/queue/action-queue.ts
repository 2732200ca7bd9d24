import { type Action, isWaiting, type NewAction } from './action.ts';
import type { ActionStore } from './action-store.ts';
import type { Obstacle, Outcome } from './outcome.ts';

/** The part of `navigator.locks` that is used. */
export interface Locks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Reaches other tabs of the same phone, like a BroadcastChannel; a tab does not receive its own messages. */
export interface Neighbours {
  tell(): void;
  onTold(listener: () => void): void;
  close(): void;
}

export interface QueueOptions {
  store: ActionStore;
  /** The account whose actions are sent: other accounts' actions wait for their own sign-in. */
  accountId: string;
  send(action: Action): Promise<Outcome>;
  locks: Locks;
  neighbours: Neighbours;
  /** The service's time, as well as the phone knows it. */
  now(): Date;
  newId(): string;
  /** An action was accepted or refused, in this tab or another. */
  onDecided?(action: Action): void;
  onFault?(error: unknown): void;
  /** Milliseconds before the first retry, and the longest pause between retries. */
  backoff?: { first: number; longest: number };
  most?: number;
}

export interface QueueView {
  /** Oldest first: waiting actions, refused ones that the driver has not dismissed, and the latest accepted. */
  actions: readonly Action[];
  waiting: number;
  refused: number;
  /** This phone is sending right now. */
  sending: boolean;
  /** What keeps the queue from moving; null while nothing does. */
  obstacle: Obstacle | null;
  /** When the queue retries automatically, by the phone's clock (ms); null while no retry is planned. */
  retryAt: number | null;
}

/** Per account, and more than a day's work. Beyond it the driver is warned, and the steps already queued are kept. */
export const MAX_WAITING_STEPS = 300;
const BACKOFF = { first: 1_000, longest: 60_000 };

const EMPTY: QueueView = {
  actions: [],
  waiting: 0,
  refused: 0,
  sending: false,
  obstacle: null,
  retryAt: null,
};

/** The queue is full; what is in it stays. */
export class QueueFull extends Error {
  constructor() {
    super('The queue of actions is full.');
    this.name = 'QueueFull';
  }
}

/**
 * Sends a driver's actions in sequence, each until the service has decided it. One tab sends at a time; an action whose
 * answer was lost is sent again under its key. It stops at the first obstacle, because a later step depends on the
 * earlier ones.
 */
export class ActionQueue {
  readonly #options: QueueOptions;
  readonly #listeners = new Set<() => void>();
  #view = EMPTY;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = false;
  #closed = false;

  constructor(options: QueueOptions) {
    this.#options = options;
    options.neighbours.onTold(() => void this.#refresh());
  }

  /** Loads what an earlier run of the app left, and continues with it. */
  async start(): Promise<void> {
    await this.#refresh();
    this.wake();
  }

  get view(): QueueView {
    return this.#view;
  }

  /** Calls back whenever `view` changes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when the action is on disk. Throws QueueFull. */
  async add({ kind, taskId, orderNumber, body = null, photo }: NewAction): Promise<Action> {
    const { store, accountId, now, newId, most = MAX_WAITING_STEPS } = this.#options;
    const action = await store.append(
      {
        id: newId(),
        accountId,
        kind,
        taskId,
        orderNumber,
        body,
        photo: photo ?? null,
        occurredAt: now().toISOString(),
        state: 'QUEUED',
        attempts: 0,
        decidedAt: null,
        refusal: null,
      },
      most,
    );
    if (action === null) throw new QueueFull();
    await this.#changed();
    this.wake();
    return action;
  }

  /** The network may be back, or the driver has signed in again: retries at once. */
  wake(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    if (this.#asked) return;
    this.#asked = true;
    void this.#drain();
  }

  /** The driver has read why these were refused. */
  async dismiss(sequences: readonly number[]): Promise<void> {
    await this.#options.store.remove(sequences);
    await this.#changed();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
    this.#options.neighbours.close();
  }

  async #drain(): Promise<void> {
    const { locks, accountId, onFault } = this.#options;
    try {
      await locks.request(`wasl-driver-queue:${accountId}`, async () => {
        // Wakes from here on request another round: this one may have read the queue already.
        this.#asked = false;
        await this.#sendAll();
      });
    } catch (error) {
      this.#asked = false;
      onFault?.(error);
      this.#later(null);
    }
  }

  async #sendAll(): Promise<void> {
    const { store, accountId } = this.#options;
    for (;;) {
      const action = this.#closed ? null : await store.next(accountId);
      if (action === null) break;
      const outcome = await this.#sendOne(action);
      if (outcome.kind === 'later') {
        this.#stop(outcome.obstacle);
        if (outcome.obstacle !== 'SIGNED_OUT') this.#later(outcome.retryAfter);
        return;
      }
      this.#failures = 0;
    }
    await store.prune(accountId);
    this.#stop(null);
    await this.#changed();
  }

  async #sendOne(action: Action): Promise<Outcome> {
    const { store, send, onDecided } = this.#options;
    const attempts = action.attempts + 1;
    await store.update(action.sequence, { state: 'SENDING', attempts });
    this.#show({ sending: true, obstacle: null, retryAt: null });
    await this.#changed();
    const outcome = await this.#ask(send, action);
    if (outcome.kind === 'later') {
      await store.update(action.sequence, { state: 'QUEUED' });
    } else {
      const decidedAt = this.#options.now().toISOString();
      const refusal = outcome.kind === 'refused' ? outcome.refusal : null;
      const state = refusal === null ? 'ACCEPTED' : 'REFUSED';
      // The photo was uploaded, or will not be sent again: free its space.
      await store.update(action.sequence, { state, decidedAt, refusal, photo: null });
      onDecided?.({ ...action, attempts, state, decidedAt, refusal, photo: null });
    }
    await this.#changed();
    return outcome;
  }

  /** An attempt that throws counts as unanswered. */
  async #ask(send: QueueOptions['send'], action: Action): Promise<Outcome> {
    try {
      return await send(action);
    } catch {
      return { kind: 'later', obstacle: 'OFFLINE', retryAfter: null };
    }
  }

  #stop(obstacle: Obstacle | null): void {
    this.#show({ sending: false, obstacle });
  }

  #later(retryAfter: number | null): void {
    if (this.#closed) return;
    const { first, longest } = this.#options.backoff ?? BACKOFF;
    const wait = Math.min(longest, first * 2 ** Math.min(this.#failures, 16));
    this.#failures += 1;
    clearTimeout(this.#timer);
    const after = Math.max(wait, (retryAfter ?? 0) * 1_000);
    this.#timer = setTimeout(() => this.wake(), after);
    this.#show({ retryAt: Date.now() + after });
  }

  async #changed(): Promise<void> {
    this.#options.neighbours.tell();
    await this.#refresh();
  }

  async #refresh(): Promise<void> {
    if (this.#closed) return;
    const actions = await this.#options.store.list(this.#options.accountId);
    const waiting = actions.filter(isWaiting).length;
    const refused = actions.filter(({ state }) => state === 'REFUSED').length;
    this.#show({ actions, waiting, refused });
  }

  #show(change: Partial<QueueView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
