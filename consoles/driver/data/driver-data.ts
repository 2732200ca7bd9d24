import type { components } from '../../../server/kernel/http/api-types.ts';
import { type Api, dataOf } from '../../shared/api/client.ts';
import { isProblemCode, ProblemError } from '../../shared/api/problem.ts';
import { ExternalStore } from '../../shared/state/external-store.ts';
import type { ServerClock } from '../device/server-clock.ts';

type Schemas = components['schemas'];
export type Driver = Schemas['Driver'];
export type Task = Schemas['DriverTask'];
export type Route = Schemas['Route'];
export type CashView = Schemas['CashView'];
export type Day = Schemas['DriverDay'];
export type Notices = Schemas['NotificationList'];

/** The service's data shown by the app. Null: not read yet; `driver` undefined: this account has no driver record. */
export interface DriverView {
  driver: Driver | null | undefined;
  tasks: readonly Task[] | null;
  route: Route | null;
  cash: CashView | null;
  day: Day | null;
  notices: Notices | null;
  /** When the last part was read, ms by the service's clock; null if never. */
  readAt: number | null;
}

export type Part = 'driver' | 'tasks' | 'route' | 'cash' | 'day' | 'notices';

export const ALL_PARTS: readonly Part[] = ['driver', 'tasks', 'route', 'cash', 'day', 'notices'];
const NOTHING: DriverView = {
  driver: null,
  tasks: null,
  route: null,
  cash: null,
  day: null,
  notices: null,
  readAt: null,
};
const STORED = 'wasl.driver.view.';
/** Tasks read: more than anyone carries, plus those of the day. */
const MAX_TASKS = 60;
/** Milliseconds over which events are gathered, so that one read serves them all. */
const GATHER = 120;

export interface DataOptions {
  api: Api;
  clock: ServerClock;
  accountId: string;
  kept: Storage;
  /** Whether the service could be reached just now. */
  onReached(reached: boolean): void;
}

/** The service's data, also stored on the phone, so that the app opens without a network. */
export class DriverData {
  readonly store: ExternalStore<DriverView>;
  readonly #options: DataOptions;
  readonly #wanted = new Set<Part>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading: Promise<void> | null = null;

  constructor(options: DataOptions) {
    this.#options = options;
    this.store = new ExternalStore(remembered(options) ?? NOTHING);
  }

  /** Schedules a refetch of these parts; repeated calls are merged into one. */
  refresh(...parts: readonly Part[]): void {
    for (const part of parts) this.#wanted.add(part);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#readWanted();
    }, GATHER);
  }

  /** Reads everything; rejects when the service could not be reached. */
  async load(): Promise<void> {
    for (const part of ALL_PARTS) this.#wanted.add(part);
    await this.#read();
  }

  /** Stores a task from an answer, unless a newer version is already here. */
  takeTask(task: Task): void {
    const { tasks } = this.store.get();
    if (tasks === null) return;
    const known = tasks.find(({ id }) => id === task.id);
    if (known !== undefined && known.version > task.version) return;
    const others = tasks.filter(({ id }) => id !== task.id);
    this.#change({
      tasks:
        known === undefined ? [task, ...others] : tasks.map((each) => (each.id === task.id ? task : each)),
    });
  }

  takeDriver(driver: Driver): void {
    const known = this.store.get().driver;
    if (known && known.version > driver.version) return;
    this.#change({ driver });
  }

  forget(): void {
    clearTimeout(this.#timer);
    this.#options.kept.removeItem(STORED + this.#options.accountId);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #readWanted(): Promise<void> {
    const { onReached } = this.#options;
    try {
      await this.#read();
      onReached(true);
    } catch (error) {
      // A refusal counts as an answer, too.
      onReached(error instanceof ProblemError);
    }
  }

  /** One read at a time: requests made meanwhile are read afterwards. */
  async #read(): Promise<void> {
    await this.#reading?.catch(() => undefined);
    if (this.#wanted.size === 0) return;
    const parts = [...this.#wanted];
    this.#wanted.clear();
    this.#reading = this.#readParts(parts).then(() => {
      this.#change({ readAt: this.#options.clock.now() });
    });
    try {
      await this.#reading;
    } catch (error) {
      for (const part of parts) this.#wanted.add(part);
      throw error;
    } finally {
      this.#reading = null;
    }
  }

  /** The route is read after the driver, who has none off duty. */
  async #readParts(parts: readonly Part[]): Promise<void> {
    const driver = parts.includes('driver') ? this.#readDriver() : Promise.resolve();
    const others = parts.filter((part) => part !== 'driver');
    await Promise.all([
      driver,
      ...others.map((part) =>
        part === 'route' ? driver.then(() => this.#readPart(part)) : this.#readPart(part),
      ),
    ]);
  }

  async #readPart(part: Exclude<Part, 'driver'>): Promise<void> {
    const { api } = this.#options;
    switch (part) {
      case 'tasks': {
        const { data } = await dataOf(api.GET('/driver/tasks', { params: { query: { limit: MAX_TASKS } } }));
        return this.#change({ tasks: data });
      }
      case 'route': {
        const offDuty = this.store.get().driver?.shift == null;
        return this.#change({ route: offDuty ? null : await orNull(dataOf(api.GET('/driver/route'))) });
      }
      case 'cash':
        return this.#change({
          cash: await dataOf(api.GET('/driver/cash', { params: { query: { limit: 50 } } })),
        });
      case 'day':
        return this.#change({ day: await dataOf(api.GET('/driver/day')) });
      case 'notices':
        return this.#change({
          notices: await dataOf(api.GET('/notifications', { params: { query: { limit: 50 } } })),
        });
    }
  }

  async #readDriver(): Promise<void> {
    const askedAt = Date.now();
    const driver = await orNull(dataOf(this.#options.api.GET('/driver')));
    if (driver === null) return this.#change({ driver: undefined });
    const { serverTime } = driver;
    if (serverTime !== undefined) this.#options.clock.learn({ serverTime, askedAt, answeredAt: Date.now() });
    this.takeDriver(driver);
  }

  #change(change: Partial<DriverView>): void {
    this.store.change(change);
    const { kept, accountId } = this.#options;
    try {
      kept.setItem(STORED + accountId, JSON.stringify(this.store.get()));
    } catch {
      // The phone's storage is full: the app then opens empty without a network.
    }
  }
}

async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (isProblemCode(error, 'common.NOT_FOUND')) return null;
    throw error;
  }
}

function remembered({ kept, accountId }: DataOptions): DriverView | null {
  try {
    const stored = kept.getItem(STORED + accountId);
    return stored === null ? null : { ...NOTHING, ...(JSON.parse(stored) as Partial<DriverView>) };
  } catch {
    return null;
  }
}
