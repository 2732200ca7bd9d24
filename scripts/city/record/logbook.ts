import { Histogram } from './histogram.ts';
import type {
  AlertPeak,
  ApprovalRecord,
  CashPeak,
  ClientRecord,
  CountRecord,
  DomainTime,
  DriverRecord,
  FileRecord,
  GroupAct,
  GroupRecord,
  HandInRecord,
  OpeningPrice,
  OpeningStock,
  OrderRecord,
  PayoutRecord,
  PriceRecord,
  RoomView,
  SecuredRecord,
  ShiftActRecord,
  ShiftPlanRecord,
  TaskAct,
  TaskRecord,
  TaskSighting,
  UnansweredCheckout,
  ZoneEditRecord,
} from './logbook-types.ts';

/** Which run this is, and when it took place. */
export interface RunFacts {
  url: string;
  seed: number;
  rate: number;
  /** Domain time at which the set-up began. */
  foundedAt: DomainTime;
  /** Domain time of the plan's minute 0. */
  dayStart: DomainTime;
  /** Alerts that may be open at once; null: not judged. */
  maxAlerts: number | null;
}

/**
 * What the city's clients did and saw, from their side alone: the verdict compares the service with it. It only grows,
 * and no faster than orders and tasks do.
 */
export class Logbook {
  readonly run: RunFacts;
  readonly clients = new Map<string, ClientRecord>();
  readonly drivers = new Map<string, DriverRecord>();
  readonly openingStock: OpeningStock[] = [];
  readonly openingPrices: OpeningPrice[] = [];
  /** By order id. */
  readonly orders = new Map<string, OrderRecord>();
  /** By task id. */
  readonly tasks = new Map<string, TaskRecord>();
  readonly unanswered: UnansweredCheckout[] = [];
  readonly handIns: HandInRecord[] = [];
  readonly zoneEdits: ZoneEditRecord[] = [];
  readonly shiftActs: ShiftActRecord[] = [];
  readonly shiftPlans: ShiftPlanRecord[] = [];
  readonly approvals: ApprovalRecord[] = [];
  readonly secured: SecuredRecord[] = [];
  /** Of each offer in the order in which they were set. */
  readonly prices: PriceRecord[] = [];
  readonly counts: CountRecord[] = [];
  readonly files: FileRecord[] = [];
  readonly payouts: PayoutRecord[] = [];
  /** By driver id. */
  readonly cashPeaks = new Map<string, CashPeak>();
  /** The largest number of alerts that were open at once; null: there were none. */
  alertPeak: AlertPeak | null = null;
  /** One per client and room; engines keep them up to date, and they stay after the client has left. */
  readonly views: RoomView[] = [];
  /** Answers that were problem documents, by code. */
  readonly refusals = new Map<string, number>();
  /** Requests that were sent again after a network error or 503, and those that were given up. */
  readonly network = { repeated: 0, givenUp: 0 };
  /** Milliseconds of real time: of each response, and from sending each command to the push that it caused. */
  readonly latencies = { answer: new Histogram(), push: new Histogram() };
  /** Errors of the engine itself, not the service's refusals. Limited in number. */
  readonly mishaps: string[] = [];
  /** Domain time at which all orders had ended; null while the day is played, or when some had not. */
  endedAt: DomainTime | null = null;
  readonly #groups = new Map<string, GroupRecord>();
  /** Acts by group, for orders whose confirmation has not been answered yet. */
  readonly #early = new Map<string, GroupAct[]>();
  /** Task by group. */
  readonly #taskOf = new Map<string, string>();

  constructor(run: RunFacts) {
    this.run = run;
  }

  joined(client: ClientRecord): void {
    this.clients.set(client.id, client);
  }

  hired(driver: DriverRecord): void {
    this.drivers.set(driver.driverId, driver);
  }

  stocked(level: OpeningStock): void {
    this.openingStock.push(level);
  }

  placed(order: OrderRecord): void {
    this.orders.set(order.orderId, order);
    for (const group of order.groups) {
      this.#groups.set(group.groupId, group);
      // If the confirmation's response was slow, others have acted before it.
      group.acts.unshift(...(this.#early.get(group.groupId) ?? []));
      this.#early.delete(group.groupId);
      group.taskId ??= this.#taskOf.get(group.groupId) ?? null;
    }
  }

  group(groupId: string): GroupRecord | undefined {
    return this.#groups.get(groupId);
  }

  /** The number of the order that the group is part of. */
  numberOf({ groupId }: GroupRecord): string | null {
    for (const { number, groups } of this.orders.values())
      if (groups.some((group) => group.groupId === groupId)) return number;
    return null;
  }

  groupAct(groupId: string, act: GroupAct): void {
    const acts = this.#groups.get(groupId)?.acts ?? this.#early.get(groupId);
    if (acts === undefined) this.#early.set(groupId, [act]);
    else acts.push(act);
  }

  /** The task's record, created at its first occurrence. Its group is filled in as soon as it is known. */
  task({ taskId, groupId }: TaskIds): TaskRecord {
    const record = this.tasks.get(taskId) ?? { taskId, groupId: '', acts: [], sightings: [] };
    this.tasks.set(taskId, record);
    if (record.groupId !== '' || groupId === '') return record;
    record.groupId = groupId;
    this.#taskOf.set(groupId, taskId);
    const group = this.#groups.get(groupId);
    if (group !== undefined) group.taskId = taskId;
    return record;
  }

  taskAct(ids: TaskIds, act: TaskAct): void {
    this.task(ids).acts.push(act);
  }

  /** Records what is new about a task; ignores repetitions and older versions. */
  sighted(ids: TaskIds, seen: TaskSighting): void {
    const { sightings } = this.task(ids);
    const last = sightings.at(-1);
    if (last !== undefined && seen.version < last.version) return;
    if (last?.status === seen.status && last.driverId === seen.driverId && last.round === seen.round) return;
    sightings.push(seen);
  }

  cashSeen(peak: CashPeak): void {
    const known = this.cashPeaks.get(peak.driverId);
    if (known === undefined || Number(peak.projected) > Number(known.projected))
      this.cashPeaks.set(peak.driverId, peak);
  }

  alertsSeen(open: AlertPeak | null): void {
    if (open !== null && open.count > (this.alertPeak?.count ?? 0)) this.alertPeak = open;
  }

  refused(code: string): void {
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }

  mishap(text: string): void {
    if (this.mishaps.length < MAX_MISHAPS) this.mishaps.push(text);
  }
}

export interface TaskIds {
  taskId: string;
  /** '' if a response, or its absence, left it unknown. */
  groupId: string;
}

const MAX_MISHAPS = 200;
