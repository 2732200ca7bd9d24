import { type Api, dataOf } from '../../shared/api/client.ts';
import { isProblemCode, NoAnswerError } from '../../shared/api/problem.ts';
import type { LiveMessage } from '../../shared/live/live-message.ts';
import type { LiveStatus } from '../../shared/live/live-status.ts';
import type { LiveHub } from '../../shared/live-store/live-hub.ts';
import { OfferRing } from '../device/offer-ring.ts';
import { ScreenLock } from '../device/screen-lock.ts';
import { ServerClock } from '../device/server-clock.ts';
import type { Activity } from '../location/cadence.ts';
import { LocationManager, type LocationState, type Reported } from '../location/location-manager.ts';
import type { Point } from '../location/point-filter.ts';
import { PointStore } from '../location/point-store.ts';
import type { Action, NewAction } from '../queue/action.ts';
import { ActionQueue, type QueueView } from '../queue/action-queue.ts';
import { ActionStore } from '../queue/action-store.ts';
import { type LocalTask, localTasks } from '../tasks/local-task.ts';
import { isOpen } from '../tasks/open-tasks.ts';
import { type Connection, connectionOf } from './connection.ts';
import { ALL_PARTS, DriverData, type Part, type Task } from './driver-data.ts';
import { ExternalStore } from './external-store.ts';
import { watchPower } from './power.ts';
import { sendAction, type Told } from './send-action.ts';
import { isSoundOn } from './sound-choice.ts';

/** Milliseconds the live connection has before the app calls itself offline. */
const SETTLES = 4_000;
/** Milliseconds between two reads of everything: an event may be about something the app does not follow. */
const REREAD = 60_000;

export interface RuntimeOptions {
  api: Api;
  hub: LiveHub;
  accountId: string;
}

/** A passing word about a step just taken. */
/** What the screens look at besides the service's data. */
export interface PhoneView {
  connection: Connection;
  live: LiveStatus['state'];
  location: LocationState;
  queue: QueueView;
  /** Actions of other accounts that wait on this phone. */
  ofOthers: number;
}

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

/** Everything that runs behind the screens for one signed-in driver; `close` ends it. */
export class DriverRuntime {
  readonly data: DriverData;
  readonly clock: ServerClock;
  readonly ring = new OfferRing(() => !isSoundOn());
  readonly phone: ExternalStore<PhoneView>;
  readonly #options: RuntimeOptions;
  readonly #queue: ActionQueue;
  readonly #actions: ActionStore;
  readonly #points: PointStore;
  readonly #location: LocationManager;
  readonly #screen: ScreenLock;
  readonly #closers: (() => void)[] = [];
  #status: LiveStatus = { state: 'offline', since: null, code: null };
  /** Parts that may have changed while the queue was sending. */
  readonly #unread = new Set<Part>();
  #settled = false;
  #reached = false;

  /** Opens what is kept on this phone. */
  static async open(options: RuntimeOptions): Promise<DriverRuntime> {
    const [actions, points] = await Promise.all([ActionStore.open(), PointStore.open()]);
    const runtime = new DriverRuntime(options, actions, points);
    await runtime.#start();
    return runtime;
  }

  private constructor(options: RuntimeOptions, actions: ActionStore, points: PointStore) {
    const { api, accountId } = options;
    this.#options = options;
    this.#actions = actions;
    this.#points = points;
    this.clock = new ServerClock(localStorage);
    this.data = new DriverData({
      api,
      clock: this.clock,
      accountId,
      kept: localStorage,
      onReached: (reached) => {
        this.#reached = reached;
        this.#settle();
      },
    });
    const channel = new BroadcastChannel('wasl-driver-queue');
    this.#queue = new ActionQueue({
      store: actions,
      accountId,
      send: (action) => sendAction(api, action, (told) => this.#take(told)),
      locks: navigator.locks as { request<T>(name: string, work: () => Promise<T>): Promise<T> },
      neighbours: {
        tell: () => channel.postMessage(null),
        onTold: (listener) => channel.addEventListener('message', listener),
        close: () => channel.close(),
      },
      now: () => this.clock.date(),
      newId: () => crypto.randomUUID(),
      onDecided: (action) => this.#decided(action),
      // What is left to do is tried again; that it waits is seen in the header.
      onFault: () => this.#settle(),
    });
    const power = watchPower();
    this.#location = new LocationManager({
      positions: navigator.geolocation,
      store: points,
      accountId,
      report: (batch) => this.#report(batch),
      power: power.now,
      clockOffset: () => this.clock.offset,
      onState: (location) => this.phone.change({ location }),
    });
    this.#screen = new ScreenLock('wakeLock' in navigator ? navigator.wakeLock : null, document);
    this.phone = new ExternalStore<PhoneView>({
      connection: { kind: 'connecting' },
      live: 'offline',
      location: 'OFF',
      queue: this.#queue.view,
      ofOthers: 0,
    });
  }

  /** Keeps a step on the phone; it is sent at once when it can be. Throws QueueFull, or what the disk throws. */
  act(action: NewAction): Promise<Action> {
    return this.#queue.add(action);
  }

  dismiss(sequences: readonly number[]): Promise<void> {
    return this.#queue.dismiss(sequences);
  }

  /** Tries again everything that waits. */
  wake(): void {
    this.#queue.wake();
    this.data.refresh(...ALL_PARTS);
    void this.#location.flush();
  }

  /** Accepts an offer. Throws NoAnswerError without a connection, ProblemError when the service says no. */
  async accept(task: Task): Promise<void> {
    this.#needNetwork();
    const on = { params: { path: { id: task.id } } };
    this.data.takeTask(await dataOf(this.#options.api.POST('/driver/tasks/{id}/accept', on)));
    this.data.refresh('tasks', 'route', 'driver', 'cash');
  }

  /** Checks the code that the buyer reads out. Throws as `accept`. */
  async verify(task: Task, code: string): Promise<void> {
    this.#needNetwork();
    const call = { params: { path: { id: task.id } }, body: { code } };
    try {
      this.data.takeTask(await dataOf(this.#options.api.POST('/driver/tasks/{id}/verify-code', call)));
    } catch (error) {
      // The tries that are left, and whether the code still stands, are the service's to say.
      if (isProblemCode(error, 'delivery.CODE_VOID', 'delivery.CODE_EXPIRED')) this.data.refresh('tasks');
      throw error;
    }
  }

  async readNotices(id?: string): Promise<void> {
    const { api } = this.#options;
    if (id === undefined) await api.POST('/notifications/read-all', {});
    else await api.POST('/notifications/{id}/read', { params: { path: { id } } });
    this.data.refresh('notices');
  }

  localTasks(): LocalTask[] {
    return localTasks(this.data.store.get().tasks ?? [], this.#queue.view.actions);
  }

  close(): void {
    for (const close of this.#closers) close();
    this.#queue.close();
    this.#screen.close();
    this.ring.close();
    this.data.close();
    void this.#location.close().finally(() => {
      this.#points.close();
      this.#actions.close();
    });
  }

  async #start(): Promise<void> {
    this.#closers.push(
      this.#queue.subscribe(() => {
        this.#settle();
        this.#readUnread();
      }),
      this.data.store.subscribe(() => this.#settle()),
      listen(window, 'pointerdown', () => this.ring.allow()),
      listen(window, 'online', () => this.#networkChanged()),
      listen(window, 'offline', () => this.#networkChanged()),
      listen(document, 'visibilitychange', () => {
        if (document.visibilityState === 'visible') this.wake();
      }),
    );
    const settled = setTimeout(() => {
      this.#settled = true;
      this.#settle();
    }, SETTLES);
    const reread = setInterval(() => this.data.refresh(...ALL_PARTS), REREAD);
    this.#closers.push(
      () => clearTimeout(settled),
      () => clearInterval(reread),
    );
    await this.#queue.start();
    this.phone.change({ ofOthers: await this.#actions.waitingOfOthers(this.#options.accountId) });
    const { hub } = this.#options;
    this.#closers.push(
      hub.subscribeStatus(() => this.#liveStatus(hub.status)),
      hub.hearAccount({
        onEvent: (message) => this.#hear(message),
        missed: () => this.data.refresh(...ALL_PARTS),
      }),
    );
    this.#liveStatus(hub.status);
  }

  /** Follows what has changed: the header, how often to measure, whether the screen stays on. */
  #settle(): void {
    const { view } = this.#queue;
    this.phone.change({
      queue: view,
      live: this.#status.state,
      connection: connectionOf({
        network: navigator.onLine,
        live: this.#status.state,
        settled: this.#settled,
        reached: this.#reached,
        queue: view,
      }),
    });
    const activity = this.#activity();
    this.#location.set(activity);
    this.#screen.want(activity === 'IN_TRANSIT');
  }

  #activity(): Activity {
    const { driver } = this.data.store.get();
    if (driver?.shift == null) return 'OFF';
    if (driver.shift.status === 'ON_BREAK') return 'BREAK';
    const open = this.localTasks().filter(isOpen);
    if (open.some(({ status }) => status === 'IN_TRANSIT' || status === 'RETURNING')) return 'IN_TRANSIT';
    return open.length > 0 ? 'WORKING' : 'IDLE';
  }

  #take(told: Told): void {
    if (told === null) return;
    if ('driver' in told) this.data.takeDriver(told.driver);
    else this.data.takeTask(told.task);
  }

  #decided({ kind }: Action): void {
    this.#readLater('tasks', 'driver', 'route', 'day');
    if (kind === 'record-cash' || kind === 'complete') this.#readLater('cash');
  }

  #hear({ event }: LiveMessage): void {
    this.#readLater(...(CHANGED[event] ?? ['tasks']));
  }

  /** Not between the steps of a long queue: a weak network is for the steps first. */
  #readLater(...parts: readonly Part[]): void {
    for (const part of parts) this.#unread.add(part);
    this.#readUnread();
  }

  #readUnread(): void {
    if (this.#queue.view.waiting > 0 || this.#unread.size === 0) return;
    this.data.refresh(...this.#unread);
    this.#unread.clear();
  }

  #liveStatus(status: LiveStatus): void {
    const former = this.#status.state;
    this.#status = status;
    if (status.state === 'live') this.#settled = true;
    if (former === 'offline' && status.state !== 'offline') this.#queue.wake();
    this.#settle();
  }

  #networkChanged(): void {
    if (navigator.onLine) {
      // It would try again by itself, some seconds later.
      if (this.#status.state === 'offline') this.#options.hub.start();
      this.wake();
    } else this.#reached = false;
    this.#settle();
  }

  #needNetwork(): void {
    if (!navigator.onLine) throw new NoAnswerError('offline');
  }

  /** Over the socket while there is one, else by request. Many points, or old ones, go by request. */
  async #report(points: readonly Point[]): Promise<Reported> {
    const { api } = this.#options;
    if (this.#status.state === 'live' && points.length <= 20) {
      const answer = await this.#options.hub.location({ points: [...points] });
      if (answer?.ok === true) return 'TAKEN';
    }
    if (!navigator.onLine) return 'LATER';
    try {
      await api.POST('/driver/locations', { body: { points: [...points] } });
      return 'TAKEN';
    } catch (error) {
      return isProblemCode(error, 'common.VALIDATION_FAILED', 'auth.FORBIDDEN') ? 'REFUSED' : 'LATER';
    }
  }
}

function listen(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
