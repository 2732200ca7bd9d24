import type { LiveMessage } from '../../../consoles/shared/live/live-message.ts';
import type { RoomState } from '../../../consoles/shared/live/room-track.ts';
import type { components } from '../../../server/kernel/http/api-types.ts';

type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Milliseconds of domain time since 1970. */
export type DomainTime = number;
/** QAR, as on the wire: "25.00". */
export type Amount = string;

export type ClientRole = 'BUYER' | 'SELLER' | 'DRIVER' | 'DISPATCHER' | 'ADMIN';

/** A person of the city. */
export interface ClientRecord {
  /** Unique in the run: "buyer-12". */
  id: string;
  role: ClientRole;
  email: string;
  accountId: string;
  /** For a seller's owner and a driver; null for others. */
  sellerId: string | null;
  driverId: string | null;
}

/** A driver's terms when the day began. */
export interface DriverRecord {
  driverId: string;
  clientId: string;
  zoneIds: string[];
  cashLimit: Amount;
  capacity: number;
  /** Cash on hand from an earlier day. */
  openingCash: Amount;
}

/** Stock of the city's offers when the day began. */
export interface OpeningStock {
  sellerId: string;
  offerId: string;
  warehouseId: string;
  onHand: number;
  reserved: number;
}

export interface LineRecord {
  lineId: string;
  offerId: string;
  quantity: number;
  unitPrice: Amount;
  lineTotal: Amount;
}

/**
 * How a command ended, as far as its sender knows:
 * - `DONE`: it succeeded, or a repetition of the same key did
 * - `REFUSED`: answered with a problem document
 * - `UNKNOWN`: no response in spite of repetitions; it may have taken effect
 */
export type Outcome = 'DONE' | 'REFUSED' | 'UNKNOWN';

/** One command of one client. */
export interface Act<What extends string> {
  what: What;
  /** When the person did it, and when it was sent: later if the network was lost. */
  at: DomainTime;
  sentAt: DomainTime;
  /** ClientRecord.id. */
  by: string;
  outcome: Outcome;
  /** The problem's code; null when there was none. */
  code: string | null;
  /** Idempotency-Key, the same in every repetition. */
  key: string;
  /** How often it was sent. More than 1: after a network error or 503, or duplicated on purpose. */
  sent: number;
  reason: string | null;
}

export type GroupActName =
  | 'accept'
  | 'reject'
  | 'pack'
  | 'ready'
  | 'confirm-return'
  /** The buyer's cancellation, as answered for this group; `REFUSED` with the code given for it. */
  | 'buyer-cancel'
  | 'dispatcher-cancel';

export interface GroupAct extends Act<GroupActName> {
  /** For a confirmed return: undamaged units that came back, by line. Null means all. */
  returned?: { lineId: string; whole: number; damaged: number }[] | null;
}

export type TaskActName =
  | 'accept'
  | 'decline'
  /** Nothing was sent: the driver let the offer expire. */
  | 'ignore'
  | 'pick-up'
  | 'in-transit'
  | 'arrive'
  | 'request-code'
  | 'verify-code'
  | 'wrong-code'
  | 'record-cash'
  | 'complete'
  | 'fail'
  | 'start-return'
  | 'complete-return'
  /** By the driver who gives goods to another one, and by the other one. */
  | 'hand-over'
  /** Dispatchers' commands. */
  | 'assign'
  | 'reassign'
  | 'bulk-assign'
  | 'unassign'
  | 'clear-exclusions'
  | 'retry'
  | 'return'
  | 'write-off'
  | 'override-code'
  | 'open-hand-over'
  | 'cancel-hand-over'
  | 'reverse'
  | 'dispatcher-fail';

export interface TaskAct extends Act<TaskActName> {
  /** The driver who acted, or whom the dispatcher named. */
  driverId: string | null;
  /** For `record-cash`. */
  amount?: Amount;
  /** The task in the response; null without a successful response. */
  status: Schema<'TaskStatus'> | null;
}

export interface GroupRecord {
  groupId: string;
  /** PlannedGroup.key */
  planned: string;
  sellerId: string;
  method: Schema<'ShippingCode'>;
  goods: Amount;
  shipping: Amount;
  /** What the driver has to collect: goods and shipping. */
  total: Amount;
  lines: LineRecord[];
  acts: GroupAct[];
  /** Null until a client has seen it. */
  taskId: string | null;
}

/** An order as confirmed in the response. */
export interface OrderRecord {
  orderId: string;
  number: string;
  /** PlannedOrder.key */
  planned: string;
  /** ClientRecord.id. */
  buyer: string;
  placedAt: DomainTime;
  total: Amount;
  dropoff: { latitude: number; longitude: number };
  groups: GroupRecord[];
}

/** An order whose confirmation got no response: it may exist. Looked up at the end of the day. */
export interface UnansweredCheckout {
  checkoutId: string;
  buyer: string;
  planned: string;
  at: DomainTime;
}

/** A task as the dispatchers' room reported it; consecutive entries differ. */
export interface TaskSighting {
  at: DomainTime;
  status: Schema<'TaskStatus'>;
  driverId: string | null;
  round: number;
  /** The order's version. */
  version: number;
}

export interface TaskRecord {
  taskId: string;
  groupId: string;
  acts: TaskAct[];
  sightings: TaskSighting[];
}

export interface HandInRecord {
  driverId: string;
  /** Null if there was no response. */
  settlementId: string | null;
  expected: Amount | null;
  counted: Amount;
  difference: Amount | null;
  status: Schema<'SettlementStatus'> | null;
  at: DomainTime;
  /** ClientRecord.id. */
  countedBy: string;
  approvedBy: string | null;
  /** Whether the model planned a difference. */
  differenceWanted: boolean;
}

export interface ZoneEditRecord {
  zoneId: string;
  at: DomainTime;
  by: string;
  before: Schema<'ZoneGeometry'>;
  after: Schema<'ZoneGeometry'>;
  outcome: Outcome;
}

export interface ShiftActRecord extends Act<'start' | 'break' | 'resume' | 'end' | 'end-by-dispatcher'> {
  driverId: string;
}

/** A shift that was planned for a driver. */
export interface ShiftPlanRecord {
  /** Null if there was no response. */
  shiftId: string | null;
  driverId: string;
  plannedAt: DomainTime;
  plannedStart: DomainTime;
}

/** A person whose application was approved in the set-up. */
export interface ApprovalRecord {
  kind: 'SELLER' | 'DRIVER';
  accountId: string;
  /** Id of the seller, or of the driver. */
  id: string;
}

/** An owner who got a second factor, and then a bank account, in the set-up. */
export interface SecuredRecord {
  accountId: string;
  sellerId: string;
}

/** The price of an offer of the city when the day began. */
export interface OpeningPrice {
  sellerId: string;
  offerId: string;
  price: Amount;
}

/** A price that its seller set. */
export interface PriceRecord {
  offerId: string;
  price: Amount;
  outcome: Outcome;
}

/** A level that its seller counted again. */
export interface CountRecord {
  offerId: string;
  warehouseId: string;
  /** Units more than before, compared with the version that was counted. */
  delta: number;
  /** The file it was in; null: counted in the grid. */
  importId: string | null;
  outcome: Outcome;
}

/** A file that its seller had applied. */
export interface FileRecord {
  importId: string;
  sellerId: string;
  /** Rows that were applied; null when the end was not seen. */
  applied: number | null;
}

/** A payout that an administrator made. */
export interface PayoutRecord {
  sellerId: string;
  /** Null, with the rest, if there was no response. */
  payoutId: string | null;
  amount: Amount | null;
  groups: number | null;
  at: DomainTime;
}

/** The largest amount that a driver was ever seen with, and the limit then. */
export interface CashPeak {
  driverId: string;
  onHand: Amount;
  projected: Amount;
  limit: Amount | null;
  at: DomainTime;
}

/** A notification as the socket reported it. */
export interface HeardNotification {
  id: string;
  kind: string;
}

export interface SeenOrder {
  status: Schema<'OrderStatus'>;
  version: number;
}
export interface SeenGroup {
  orderId: string;
  status: Schema<'GroupStatus'>;
  /** Null where the room does not report it. */
  payment: string | null;
  taskStatus: Schema<'TaskStatus'> | null;
  version: number;
}
export interface SeenTask {
  orderId: string;
  groupId: string;
  status: Schema<'TaskStatus'>;
  driverId: string | null;
  round: number;
  version: number;
}
export interface SeenDriver {
  status: Schema<'DriverStatus'>;
  duty: 'OFF' | 'ON_DUTY' | 'ON_BREAK';
  version: number;
}
export interface SeenCash {
  onHand: Amount;
  version: number;
}
export interface SeenAlert {
  kind: string;
  status: Schema<'AlertStatus'>;
  version: number;
}

/** A dispatcher's board as a console keeps it: read once, brought up to date by events, read again only after a gap. */
export interface WatchedBoard {
  /** Reads the board; the returned function shows it and returns the versions it includes. */
  read(): Promise<() => Record<string, number>>;
  hear(message: LiveMessage): void;
  drivers(): ReadonlyMap<string, Schema<'BoardDriver'>>;
  tasks(): ReadonlyMap<string, Schema<'BoardTask'>>;
  /** Differences from the service that it showed while the day went on. */
  found(): readonly string[];
  close(): void;
}

/** A seller's orders as a console keeps them: read once, brought up to date by events, read again only after a gap. */
export interface WatchedOrders {
  load(board: Schema<'OrderBoard'>): void;
  hear(message: LiveMessage): void;
  /** Stores the response to the seller's own action. */
  put(group: Schema<'OrderGroup'>): void;
  groups(): ReadonlyMap<string, Schema<'OrderBoardGroup'>>;
  close(): void;
}

/** The largest number of alerts that a dispatcher had at one moment. */
export interface AlertPeak {
  /** Unresolved ones, acknowledged or not. */
  count: number;
  at: DomainTime;
  /** The same by kind. */
  kinds: ReadonlyMap<string, number>;
}

/** A room as one client sees it: a state read through REST, updated by events alone. */
export interface RoomView {
  /** ClientRecord.id. */
  clientId: string;
  room: string;
  state: RoomState;
  /** Domain time at which the client closed its connection before the day was over; null: it stayed to the end. */
  leftAt: DomainTime | null;
  orders: Map<string, SeenOrder>;
  groups: Map<string, SeenGroup>;
  tasks: Map<string, SeenTask>;
  drivers: Map<string, SeenDriver>;
  cash: Map<string, SeenCash>;
  alerts: Map<string, SeenAlert>;
  zones: Map<string, { active: boolean; deleted: boolean; version: number }>;
  /** For a dispatcher whose console is run as well; null for others. */
  board: WatchedBoard | null;
  /** For a seller whose console is run as well; null for others. */
  orderBoard: WatchedOrders | null;
  /** Notifications received live in the account's own room, by id. */
  notifications: Map<string, HeardNotification>;
  /** Events received, and the greatest version seen to go backwards for any subject (none should). */
  events: number;
  regressions: string[];
}
