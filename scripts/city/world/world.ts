import type { PageClient } from '../../people/pages/page-client.ts';
import type { Person } from '../../people/person.ts';
import type { Scheduler } from '../clock/scheduler.ts';
import type {
  DayPlan,
  Moment,
  PlannedBuyer,
  PlannedDriver,
  PlannedGroup,
  PlannedOrder,
} from '../model/day-plan.ts';
import { type Trouble, troubleOf } from '../model/trouble.ts';
import type { Figures } from '../record/figures.ts';
import type { Logbook } from '../record/logbook.ts';
import type { WatchedBoard, WatchedOrders } from '../record/logbook-types.ts';
import type { Citizen, Surroundings } from './citizen.ts';
import type { Doorstep } from './doorstep.ts';
import type { Stages } from './stages.ts';

/** A shop of the day: who runs it, and what its offers are called. */
export interface Shop {
  citizen: Citizen;
  sellerId: string;
  key: string;
  /** The owner's password. */
  password: string;
  /** Offer ids by SKU of the plan. */
  offers: ReadonlyMap<string, string>;
  /** How pages find the product, by SKU of the plan. */
  products: ReadonlyMap<string, ShopProduct>;
}

export interface ShopProduct {
  productId: string;
  variantId: string;
  /** What people search for, in English. */
  title: string;
}

export interface Hired {
  citizen: Citizen;
  driverId: string;
  key: string;
}

export type Customer = ApiCustomer | PageCustomer;

interface AnyCustomer {
  citizen: Citizen;
  key: string;
  password: string;
}

export interface ApiCustomer extends AnyCustomer {
  shopsBy: 'API';
  addressId: string;
}

/** A buyer without an account before the first order, unless an earlier run created it. */
export interface PageCustomer extends AnyCustomer {
  shopsBy: 'PAGES';
  planned: PlannedBuyer;
  /** False: the address has only its blue plate, since pages without script have no map. */
  setsPin: boolean;
  /** An unused browser. */
  newBrowser(): PageClient;
  /** Signed in; null without an account. */
  browser: PageClient | null;
}

/** Where drivers bring their cash. */
export interface CashCounter {
  /** Returns true if the cash was counted and settled. */
  handIn(driver: Hired, planned: PlannedDriver): Promise<boolean>;
}

/** The hotline that drivers call. */
export interface HelpLine {
  /** Returns true if a dispatcher has overridden the code of that delivery. */
  standInForCode(task: { taskId: string; groupId: string }): Promise<boolean>;
}

/** Everyone who was set up for the day. */
export interface Cast {
  admin: Citizen;
  dispatchers: Citizen[];
  /** By key of the plan. */
  shops: Map<string, Shop>;
  drivers: Hired[];
  customers: Map<string, Customer>;
  /** Zone ids by key of the plan. */
  zones: Map<string, string>;
}

/** The state of the day that everyone in it shares. */
export interface World extends Surroundings {
  clock: Scheduler;
  plan: DayPlan;
  logbook: Logbook;
  figures: Figures;
  stages: Stages;
  doorstep: Doorstep;
  counter: CashCounter;
  helpLine: HelpLine;
  cast: Cast;
  /** Domain milliseconds of the plan's minute 0. */
  dayStart: number;
  planned: PlannedDay;
  /** True once no new work is started and everything is being ended. */
  isEnding(): boolean;
  /** Creates a console's board that runs beside a dispatcher's view, to be compared with it. */
  newBoard: ((person: Person) => WatchedBoard) | null;
  /** The same for a seller. */
  newOrderBoard: ((person: Person) => WatchedOrders) | null;
  /** Shows a message on the display. */
  tell(text: string): void;
}

const MINUTE = 60_000;

export function at(world: Pick<World, 'dayStart'>, moment: Moment): number {
  return world.dayStart + moment * MINUTE;
}

/** The current minute of the plan. */
export function momentNow(world: Pick<World, 'dayStart' | 'clock'>): Moment {
  return (world.clock.now() - world.dayStart) / MINUTE;
}

/** The plan by its keys. */
export class PlannedDay {
  readonly #groups = new Map<string, { order: PlannedOrder; group: PlannedGroup }>();
  readonly #seed: number;

  constructor(plan: DayPlan) {
    this.#seed = plan.options.seed;
    for (const order of plan.orders)
      for (const group of order.groups) this.#groups.set(group.key, { order, group });
  }

  /** The intervention planned for that group. Groups outside the plan have none. */
  troubleOf(key: string | undefined): Trouble | null {
    return key === undefined || !this.#groups.has(key) ? null : troubleOf(this.#seed, key);
  }

  group(key: string): { order: PlannedOrder; group: PlannedGroup } | undefined {
    return this.#groups.get(key);
  }
}
