import type { LiveMessage } from '../../shared/live/live-message.ts';
import type { Action } from '../queue/action.ts';
import type { DriverData, Part } from './driver-data.ts';

/** Events of the rooms of a driver → what they may have changed. */
const CHANGED: { readonly [event: string]: readonly Part[] } = {
  'task.offered': ['tasks'],
  'task.updated': ['tasks', 'day'],
  'route.updated': ['route'],
  // A task that was taken back is told by the driver's own figures alone.
  'driver.updated': ['driver', 'tasks'],
  'shift.updated': ['driver', 'route', 'day'],
  'plan.updated': ['driver'],
  'cash.updated': ['cash', 'driver', 'day'],
  'notification.created': ['notices', 'tasks'],
};

/** Reads anew what may have changed, but not between the steps of a long queue: a weak network is for the steps first. */
export class LaterReads {
  readonly #data: Pick<DriverData, 'refresh'>;
  readonly #stepsWait: () => boolean;
  readonly #unread = new Set<Part>();

  constructor(data: Pick<DriverData, 'refresh'>, stepsWait: () => boolean) {
    this.#data = data;
    this.#stepsWait = stepsWait;
  }

  /** Something was told. */
  heard({ event }: Pick<LiveMessage, 'event'>): void {
    this.#add(CHANGED[event] ?? ['tasks']);
  }

  /** A step of this driver's own was accepted or refused. */
  decided({ kind }: Pick<Action, 'kind'>): void {
    const cash: readonly Part[] = kind === 'record-cash' || kind === 'complete' ? ['cash'] : [];
    this.#add(['tasks', 'driver', 'route', 'day', ...cash]);
  }

  /** No step may wait any more. */
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
