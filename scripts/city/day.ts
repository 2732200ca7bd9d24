import { DayOver } from './clock/day-over.ts';
import type { PlannedOrder } from './model/day-plan.ts';
import { Dispatchers } from './people/dispatchers.ts';
import { Driver } from './people/driver.ts';
import { SellerClient } from './people/seller.ts';
import { planShifts } from './people/shift-plan.ts';
import { ShopKeeper } from './people/shop-keeper.ts';
import { Shopper } from './people/shopper.ts';
import { Treasurer } from './people/treasurer.ts';
import { editZone } from './people/zone-edit.ts';
import { inSteps } from './set-up/steps.ts';
import { hasEnded } from './world/stages.ts';
import { at, type World } from './world/world.ts';

/** Domain minutes, and the fewest real milliseconds, for each part of ending the day. */
const ENDING = {
  goods: { minutes: 240, atLeast: 60_000 },
  writtenOff: { minutes: 30, atLeast: 20_000 },
  shifts: { minutes: 60, atLeast: 30_000 },
  rest: { minutes: 30, atLeast: 20_000 },
} as const;
/** Real milliseconds for sockets to catch up with the last events, and between two checks. */
const QUIET_TIMEOUT_MS = 20_000;
const POLL_EVERY_MS = 200;
/** Consecutive checks without a new event. */
const QUIET_LOOKS = 6;

/** One day: everyone acts at their time; then everything is brought to an end. */
export class Day {
  readonly #world: World;
  readonly #dispatchers: Dispatchers;
  readonly #treasurer: Treasurer;
  readonly #buyers = new Map<string, Shopper>();
  readonly #drivers: Driver[] = [];
  readonly #pending = new Map<Promise<void>, string>();
  #toOrder = 0;
  #working = 0;

  constructor(world: World) {
    this.#world = world;
    this.#treasurer = new Treasurer(world);
    this.#dispatchers = new Dispatchers(world, (what, work) => this.#spawn(what, work));
  }

  /** Opens the consoles of dispatchers and sellers. */
  async open(): Promise<void> {
    const { cast, figures } = this.#world;
    await this.#dispatchers.open();
    const shops = [...cast.shops.values()];
    await inSteps(figures, 'live connections', shops, async (shop) => {
      await new SellerClient(this.#world, shop, (what, work) => this.#spawn(what, work)).open();
    });
  }

  /** Plays until every order has ended, or until the last shift is over. */
  async play(): Promise<void> {
    const { plan, cast, clock } = this.#world;
    for (const [key, customer] of cast.customers) this.#buyers.set(key, new Shopper(this.#world, customer));
    this.#toOrder = plan.orders.length;
    for (const order of plan.orders) this.#spawn(order.key, this.#order(order));
    for (const planned of plan.drivers) {
      const hired = cast.drivers.find(({ key }) => key === planned.key);
      if (hired === undefined) continue;
      const driver = new Driver(this.#world, hired, planned, (what, work) => this.#spawn(what, work));
      this.#drivers.push(driver);
      this.#spawn(planned.key, this.#work(driver));
    }
    for (const shop of cast.shops.values())
      this.#spawn(`${shop.key} beside its orders`, new ShopKeeper(this.#world, shop).keep());
    this.#spawn('payouts', this.#treasurer.work());
    this.#spawn('the plan of shifts', planShifts(this.#world));
    for (const edit of plan.zoneEdits) this.#spawn('a zone', this.#dispatchers.edit(edit));
    const ends = at(this.#world, plan.ends);
    while (clock.now() < ends && !(this.#toOrder === 0 && this.#allEnded())) await this.#pause();
  }

  /** Cancels what has not begun, lets drivers finish, ends shifts and hands the cash in. Each part has its limit. */
  async bringToAnEnd(): Promise<void> {
    const { logbook } = this.#world;
    const isDone = () => this.#toOrder === 0 && this.#allEnded();
    let calledOffAt = Number.NEGATIVE_INFINITY;
    const finished = await this.#within(ENDING.goods, isDone, async () => {
      if (performance.now() - calledOffAt < 5_000) return;
      calledOffAt = performance.now();
      await this.#dispatchers.callOffTheRest();
    });
    if (!finished) {
      await this.#dispatchers.writeOffTheRest();
      await this.#within(ENDING.writtenOff, isDone);
    }
    if (!isDone()) logbook.mishap(`At the end of the day ${this.#openGroups().length} groups are open.`);
    if (!(await this.#within(ENDING.shifts, () => this.#working === 0)))
      logbook.mishap(`At the end of the day ${this.#working} drivers are at work.`);
    await this.#within(ENDING.rest, () => this.#pending.size === 0);
    await this.#treasurer.payOut();
    for (const what of new Set(this.#pending.values())) logbook.mishap(`Not finished: ${what}`);
    await this.#restoreZones();
  }

  /** Updates the figures that no single event carries. */
  count(): void {
    this.#dispatchers.rooms[0]?.count();
  }

  /** Waits until every socket is live and no more events arrive. */
  async becomesQuiet(): Promise<void> {
    const { logbook, clock } = this.#world;
    const deadline = performance.now() + QUIET_TIMEOUT_MS;
    let [heard, looks] = [-1, 0];
    while (performance.now() < deadline && looks < QUIET_LOOKS) {
      await clock.until(clock.now() + POLL_EVERY_MS * clock.rate);
      const open = logbook.views.filter(({ leftAt }) => leftAt === null);
      const now = open.reduce((sum, { events }) => sum + events, 0);
      looks = now === heard && open.every(({ state }) => state === 'live') ? looks + 1 : 0;
      heard = now;
    }
  }

  async #order(planned: PlannedOrder): Promise<void> {
    const buyer = this.#buyers.get(planned.buyerKey);
    try {
      const order = (await buyer?.order(planned)) ?? null;
      if (order === null) return;
      this.#spawn(`${planned.key} is called off`, buyer?.callOff(planned, order) ?? Promise.resolve());
      this.#spawn(`${planned.key} at dispatch`, this.#dispatchers.attend(planned, order));
    } finally {
      this.#toOrder -= 1;
    }
  }

  async #work(driver: Driver): Promise<void> {
    this.#working += 1;
    try {
      await driver.work();
    } finally {
      this.#working -= 1;
    }
  }

  /** Runs beside everything else; an error in it is logged and stops nothing. */
  #spawn(what: string, work: Promise<void>): void {
    const watched: Promise<void> = work
      .catch((error: unknown) => {
        if (error instanceof DayOver) return;
        this.#world.logbook.mishap(`${what}: ${error instanceof Error ? error.message : String(error)}`);
        this.#world.figures.error('mishap');
      })
      .finally(() => this.#pending.delete(watched));
    this.#pending.set(watched, what);
  }

  #openGroups(): string[] {
    const { stages, logbook } = this.#world;
    return [...logbook.orders.values()]
      .flatMap(({ groups }) => groups)
      .map(({ groupId }) => groupId)
      .filter((groupId) => !hasEnded(stages.groups.get(groupId)?.status ?? 'PENDING_ACCEPTANCE'));
  }

  #allEnded(): boolean {
    return this.#openGroups().length === 0;
  }

  async #within(
    { minutes, atLeast }: { minutes: number; atLeast: number },
    isDone: () => boolean,
    meanwhile: () => Promise<void> = async () => undefined,
  ): Promise<boolean> {
    const { clock } = this.#world;
    const limit = clock.now() + Math.max(minutes * 60_000, atLeast * clock.rate);
    while (!isDone()) {
      if (clock.now() > limit) return false;
      await meanwhile();
      await this.#pause();
    }
    return true;
  }

  /** Half a domain minute, and a tenth of a real second at the least. */
  #pause(): Promise<void> {
    const { clock } = this.#world;
    return clock.until(clock.now() + Math.max(30_000, 100 * clock.rate));
  }

  async #restoreZones(): Promise<void> {
    const { plan, cast, logbook } = this.#world;
    const [dispatcher] = cast.dispatchers;
    for (const { key, geometry } of plan.zones) {
      const zoneId = cast.zones.get(key);
      const isEdited = logbook.zoneEdits.some((edit) => edit.zoneId === zoneId);
      if (zoneId !== undefined && dispatcher !== undefined && isEdited)
        await editZone(this.#world, dispatcher, zoneId, geometry as Parameters<typeof editZone>[3]);
    }
  }
}
