import type { Api } from '../../shared/api/client.ts';
import type { LiveStatus } from '../../shared/live/live-status.ts';
import type { LiveHub } from '../../shared/live-store/live-hub.ts';
import { isInShell } from '../../shared/shell/in-shell.ts';
import { ExternalStore } from '../../shared/state/external-store.ts';
import { listen } from '../device/listen.ts';
import { OfferRing } from '../device/offer-ring.ts';
import { watchPower } from '../device/power.ts';
import { ScreenLock } from '../device/screen-lock.ts';
import { ServerClock } from '../device/server-clock.ts';
import { isSoundOn } from '../device/sound-choice.ts';
import { activityOf } from '../location/activity.ts';
import { LocationManager, type LocationState } from '../location/location-manager.ts';
import { PointStore } from '../location/point-store.ts';
import { reportPoints } from '../location/report-points.ts';
import { pushChoice } from '../push/push-choice.ts';
import type { PushDevice } from '../push/push-device.ts';
import type { Action, NewAction } from '../queue/action.ts';
import type { ActionQueue, QueueView } from '../queue/action-queue.ts';
import { ActionStore } from '../queue/action-store.ts';
import { browserQueue } from '../queue/browser-queue.ts';
import { localTasks } from '../tasks/local-task.ts';
import { OfferDesk } from '../tasks/offer-desk.ts';
import { type Connection, connectionOf } from './connection.ts';
import { DriverCalls } from './driver-calls.ts';
import { ALL_PARTS, DriverData } from './driver-data.ts';
import { LaterReads } from './later-reads.ts';
import { Reach } from './reach.ts';
import { sendAction, type Told } from './send-action.ts';

/** Milliseconds between full reads: an event may concern something the app does not follow. */
const REREAD = 60_000;

export interface RuntimeOptions {
  api: Api;
  hub: LiveHub;
  accountId: string;
}

/** Where positions are measured and sent: by this page, or by the phone app around it. */
type Positions = Pick<LocationManager, 'set' | 'flush' | 'close'>;

/** Stores on this phone. */
interface Stores {
  actions: ActionStore;
  points: PointStore;
}

/** What the screens show besides the service's data. */
export interface PhoneView {
  connection: Connection;
  live: LiveStatus['state'];
  location: LocationState;
  queue: QueueView;
  /** Number of other accounts' actions waiting on this phone. */
  ofOthers: number;
}

/** Everything that runs behind the screens for one signed-in driver; `close` ends it. */
export class DriverRuntime {
  readonly clock = new ServerClock(localStorage);
  readonly ring = new OfferRing(() => !isSoundOn());
  readonly offers = new OfferDesk();
  readonly data: DriverData;
  readonly calls: DriverCalls;
  readonly phone: ExternalStore<PhoneView>;
  readonly #options: RuntimeOptions;
  readonly #stores: Stores;
  readonly #queue: ActionQueue;
  readonly #reach: Reach;
  readonly #reads: LaterReads;
  readonly #location: Positions;
  readonly #screen: ScreenLock;
  readonly #closers: (() => void)[] = [];
  #push: Promise<PushDevice> | null = null;

  /** Opens the stores on this phone. */
  static async open(options: RuntimeOptions): Promise<DriverRuntime> {
    const [actions, points, inShell] = await Promise.all([
      ActionStore.open(),
      PointStore.open(),
      isInShell ? import('../location/shell-location.ts') : null,
    ]);
    const open = inShell === null ? null : await inShell.openShellLocation();
    const runtime = new DriverRuntime(options, { actions, points }, open);
    await runtime.#start();
    return runtime;
  }

  private constructor(
    options: RuntimeOptions,
    stores: Stores,
    inShell: ((onState: (state: LocationState) => void) => Positions) | null,
  ) {
    const { api, hub, accountId } = options;
    this.#options = options;
    this.#stores = stores;
    this.#reach = new Reach({
      hub,
      onChanged: () => this.#settle(),
      onConnected: () => this.#queue.wake(),
      onNetwork: () => this.wake(),
    });
    this.data = new DriverData({
      api,
      clock: this.clock,
      accountId,
      kept: localStorage,
      onReached: (reached) => this.#reach.answered(reached),
    });
    this.calls = new DriverCalls(api, this.data);
    this.#queue = browserQueue({
      store: stores.actions,
      accountId,
      send: (action) => sendAction(api, action, (told) => this.#take(told)),
      now: () => this.clock.date(),
      onDecided: (action) => this.#reads.decided(action),
      // Pending work is retried; the header shows that it waits.
      onFault: () => this.#settle(),
    });
    this.#reads = new LaterReads(this.data, () => this.#queue.view.waiting > 0);
    const onState = (location: LocationState) => this.phone.change({ location });
    this.#location =
      inShell?.(onState) ??
      new LocationManager({
        positions: navigator.geolocation,
        store: stores.points,
        accountId,
        report: (batch) => reportPoints(options, batch),
        power: watchPower().now,
        clockOffset: () => this.clock.offset,
        onState,
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

  /** Stores a step on the phone; it is sent at once if possible. Throws QueueFull, or what the disk throws. */
  act(action: NewAction): Promise<Action> {
    return this.#queue.add(action);
  }

  dismiss(sequences: readonly number[]): Promise<void> {
    return this.#queue.dismiss(sequences);
  }

  /** This phone as a device for push messages; loaded on first use. */
  push(): Promise<PushDevice> {
    const { api, accountId } = this.#options;
    this.#push ??= import('../push/push-device.ts').then(
      ({ PushDevice: Device, thisBrowser }) =>
        new Device({ api, accountId, browser: thisBrowser, kept: localStorage }),
    );
    return this.#push;
  }

  /** Retries everything that waits. */
  wake(): void {
    this.#queue.wake();
    this.data.refresh(...ALL_PARTS);
    void this.#location.flush();
  }

  close(): void {
    for (const close of this.#closers) close();
    this.#reach.close();
    this.#queue.close();
    this.#screen.close();
    this.ring.close();
    this.data.close();
    void this.#location.close().finally(() => {
      this.#stores.points.close();
      this.#stores.actions.close();
    });
  }

  async #start(): Promise<void> {
    const { hub, accountId } = this.#options;
    const reread = setInterval(() => this.data.refresh(...ALL_PARTS), REREAD);
    this.#closers.push(
      () => clearInterval(reread),
      this.#queue.subscribe(() => {
        this.#settle();
        this.#reads.goOn();
      }),
      this.data.store.subscribe(() => this.#settle()),
      listen(window, 'pointerdown', () => this.ring.allow()),
      listen(document, 'visibilitychange', () => {
        if (document.visibilityState === 'visible') this.wake();
      }),
    );
    // The phone app lets pages make a sound before they were touched.
    if (isInShell) this.ring.allow();
    this.#reach.start();
    if (pushChoice(localStorage, accountId) !== null)
      // A failure is retried at the next start.
      this.push()
        .then((device) => device.look())
        .catch(() => undefined);
    await this.#queue.start();
    this.phone.change({ ofOthers: await this.#stores.actions.waitingOfOthers(accountId) });
    this.#closers.push(
      hub.hearAccount({
        onEvent: (message) => this.#reads.heard(message),
        missed: () => this.data.refresh(...ALL_PARTS),
      }),
    );
  }

  /** Reacts to changes: the header, how often to measure, whether the screen stays on. */
  #settle(): void {
    const queue = this.#queue.view;
    const { signs } = this.#reach;
    this.phone.change({ queue, live: signs.live, connection: connectionOf({ ...signs, queue }) });
    const { driver, tasks } = this.data.store.get();
    const local = localTasks(tasks ?? [], queue.actions);
    this.offers.see(local);
    const activity = activityOf(driver?.shift, local);
    this.#location.set(activity);
    this.#screen.want(activity === 'IN_TRANSIT');
  }

  #take(told: Told): void {
    if (told === null) return;
    if ('driver' in told) this.data.takeDriver(told.driver);
    else this.data.takeTask(told.task);
  }
}
