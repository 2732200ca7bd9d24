import type { LiveMessage } from '../../shared/live/live-message.ts';
import type { Action } from '../queue/action.ts';
import type { DriverData, Part } from './driver-data.ts';

/** Events of a driver's rooms → the data they may have changed. */
const CHANGED: { readonly [event: string]: readonly Part[] } = {
  'task.offered': ['tasks'],
  'task.updated': ['tasks', 'day'],
  'route.updated': ['route'],
  // When a task is taken back, the only event is the driver's own update.
  'driver.updated': ['driver', 'tasks'],
  'shift.updated': ['driver', 'route', 'day'],
  'plan.updated': ['driver'],
  'cash.updated': ['cash', 'driver', 'day'],
  'notification.created': ['notices', 'tasks'],
};

/**
 * Refetches what may have changed, but not while a long queue is being sent: on a weak network the steps come first.
 */
export class LaterReads {
  readonly #data: Pick<DriverData, 'refresh'>;
  readonly #stepsWait: () => boolean;
  readonly #unread = new Set<Part>();

  constructor(data: Pick<DriverData, 'refresh'>, stepsWait: () => boolean) {
    this.#data = data;
    this.#stepsWait = stepsWait;
  }

  /** Handles a live event. */
  heard({ event }: Pick<LiveMessage, 'event'>): void {
    this.#add(CHANGED[event] ?? ['tasks']);
  }

  /** A step of this driver was accepted or refused. */
  decided({ kind }: Pick<Action, 'kind'>): void {
    const cash: readonly Part[] = kind === 'record-cash' || kind === 'complete' ? ['cash'] : [];
    this.#add(['tasks', 'driver', 'route', 'day', ...cash]);
  }

  /** Refetches what may have changed, unless steps are still waiting to be sent. */
  goOn(): void {
    if (this.#unread.size === 0 || this.#stepsWait()) return;
    this.#data.refresh(...this.#unread);
    this.#unread.clear();
  }

  #add(parts: readonly Part[]): void {
    for (const part of parts) this.#unread.add(part);
    this.goOn();
  }
}
