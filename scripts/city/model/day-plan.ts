import type { AreaGeometry, Place } from '../../../actors/geo/service-area.ts';
import type { FailureReason } from '../../../actors/order/failure.ts';

/** Minutes of domain time since the day's start; fractions are seconds. */
export type Moment = number;

/** Minutes of domain time. */
export type Minutes = number;

export interface DayOptions {
  /** The same seed and sizes give the same day. */
  seed: number;
  /** Orders that buyers intend to place. */
  orders: number;
  drivers: number;
  /** Hours in which orders are placed, 0.25 to 24; drivers stay until the last is delivered. */
  hours: number;
  /** Minutes after the last order until shifts end, 180 by default. The day ends earlier if all orders have ended. */
  afterwards?: Minutes;
}

/**
 * A day of the city as its people intend it; can be stored as JSON. What the service makes of it (who gets which task,
 * when a door is reached) is not part of it: the engine plays the people and finds out.
 */
export interface DayPlan {
  options: DayOptions;
  /** Hour of the local day at which the plan begins, 0 to 23: demand and traffic follow it, whatever the service's clock says. */
  startHour: number;
  /** No order is placed after it. */
  demandEnds: Moment;
  /** All shifts end; dispatchers handle what is still open. */
  ends: Moment;
  sellers: PlannedSeller[];
  buyers: PlannedBuyer[];
  /** Sorted by the time at which they are placed. */
  orders: PlannedOrder[];
  drivers: PlannedDriver[];
  /** Zones of the city's own, made before the day beside those the installation has. */
  zones: PlannedZone[];
  zoneEdits: PlannedZoneEdit[];
  /**
   * The deadline the sellers' times assume. On an installation of its own, the setting `acceptanceDeadlineMinutes` can
   * be set to it; within the usual four hours no seller of a short day could miss anything.
   */
  acceptanceDeadline: Minutes;
}

export interface Words {
  en: string;
  ar: string;
}

/** A blue plate with its place on the map. */
export interface PlannedAddress {
  /** Of `DISTRICTS`. */
  districtKey: string;
  zoneNumber: number;
  streetNumber: number;
  buildingNumber: number;
  location: Place;
}

export interface PlannedSeller {
  key: string;
  legalName: string;
  name: Words;
  phone: string;
  warehouse: PlannedAddress & { name: string };
  products: PlannedProduct[];
}

export interface PlannedProduct {
  key: string;
  /** English name of a category of the bundled catalogue. */
  category: string;
  title: Words;
  description: Words;
  variants: PlannedVariant[];
}

export interface PlannedVariant {
  /** Unique in the day. */
  sku: string;
  options: { [name: string]: string };
  /** Decimal string in QAR. */
  price: string;
  /** Opening stock. A scarce offer has less than buyers want, so some will be refused. */
  stock: number;
  isScarce: boolean;
}

export interface PlannedBuyer {
  key: string;
  name: string;
  phone: string;
  /** The address of all the buyer's orders. */
  address: PlannedAddress;
}

export type ShippingCode = 'STANDARD' | 'EXPRESS';

export interface PlannedOrder {
  key: string;
  /** The buyer begins the checkout. */
  at: Moment;
  buyerKey: string;
  method: ShippingCode;
  /** From looking at the checkout to confirming it. */
  decides: Minutes;
  /** The buyer fills the cart as a guest and signs in afterwards. */
  beginsAsGuest: boolean;
  /** One per seller. */
  groups: PlannedGroup[];
  /** The order's cancellation, if planned. */
  cancellation: PlannedCancellation | null;
}

/**
 * How far the order has come when it is cancelled. CHECKOUT: the buyer leaves and the reservation runs out.
 * PENDING_ACCEPTANCE: by the buyer. Up to ACCEPTED_BY_DRIVER: by a dispatcher at the buyer's request, for `groups[0]`.
 * PICKED_UP: refused at the door, so the driver fails the task with CANCELLED.
 */
export const CANCELLATION_STAGES = [
  'CHECKOUT',
  'PENDING_ACCEPTANCE',
  'ACCEPTED',
  'PACKED',
  'READY_FOR_PICKUP',
  'ASSIGNED',
  'ACCEPTED_BY_DRIVER',
  'PICKED_UP',
] as const;
export type CancellationStage = (typeof CANCELLATION_STAGES)[number];

export interface PlannedCancellation {
  stage: CancellationStage;
  /** After the stage was reached; the order may have moved on by then, and the service may refuse. */
  after: Minutes;
  reason: string;
}

export interface PlannedGroup {
  /** Unique in the day: `${order.key}/${sellerKey}`. */
  key: string;
  sellerKey: string;
  lines: PlannedLine[];
  preparation: PlannedPreparation;
  door: PlannedDoor;
}

export interface PlannedLine {
  sku: string;
  quantity: number;
}

/**
 * What the seller does with the group. SILENT: the shop never answers; after `giveUpAfter` a dispatcher cancels the
 * group, so that its stock is released.
 */
export type PlannedPreparation =
  | {
      answer: 'ACCEPT';
      /** From the order to the acceptance; beyond the acceptance deadline where `missesDeadline`. */
      acceptAfter: Minutes;
      missesDeadline: boolean;
      /** From accepted to packed, and from packed to ready. */
      packAfter: Minutes;
      readyAfter: Minutes;
    }
  | { answer: 'REJECT'; rejectAfter: Minutes; reason: string }
  | { answer: 'SILENT'; giveUpAfter: Minutes };

/** Every reason that needs no note by the driver. */
export type DoorFailure = Exclude<FailureReason, 'OTHER'>;

/** What happens at the buyer's door, one attempt after the other; the last one says how it ends. */
export interface PlannedDoor {
  attempts: PlannedAttempt[];
  /** After a failed last attempt: back to the seller, or, for lost goods, written off by a dispatcher. */
  afterwards: 'RETURN' | 'WRITE_OFF';
}

export interface PlannedAttempt {
  /** Null: the goods are handed over. */
  failure: DoorFailure | null;
  /** From parking to the bell, or to giving up. */
  reachesDoor: Minutes;
  /** Whether the driver reports the arrival; the step may be left out. */
  saysArrived: boolean;
  /** Wrong codes typed before the right one; at five the code is void and a new one is requested. */
  wrongCodes: number;
  /** From requesting the code to the buyer reading it out. */
  buyerReadsCode: Minutes;
  /** From the code to the counted cash. */
  countsCash: Minutes;
  /**
   * Amount by which the driver first types a wrong sum, as a decimal string in QAR; null: none. The service refuses it.
   */
  miscountedBy: string | null;
  /** From a failure until a dispatcher sends the driver back for the next attempt. */
  nextAttemptAfter: Minutes;
}

export type VehicleType = 'MOTORCYCLE' | 'CAR' | 'VAN';

export interface PlannedDriver {
  key: string;
  name: string;
  phone: string;
  vehicle: { type: VehicleType; plate: string };
  /** Units of goods. */
  capacity: number;
  /** Decimal string in QAR. */
  cashLimit: string;
  /** Where the driver is when the shift starts. */
  home: PlannedAddress;
  /** Empty: everywhere in Qatar. Otherwise keys of `DayPlan.zones`. */
  zoneKeys: string[];
  shift: { from: Moment; to: Moment };
  /** In order, within the shift; each begins at the first moment from `at` on at which the driver is not moving. */
  breaks: { at: Moment; minutes: Minutes }[];
  /** How much faster than others the driver drives: 1.1 is a tenth faster. */
  pace: number;
  /** Fractions of offers that are declined, and that are not answered in time, 0 to 1; see `answerOf`. */
  declines: number;
  ignores: number;
  /** Typical minutes until an offer is answered. */
  answers: Minutes;
  /** Minutes spent at a seller's counter, typically. */
  collects: Minutes;
  /** No network: actions wait in the phone and arrive afterwards, in order, with their original times. */
  outages: { from: Moment; to: Moment }[];
  device: PlannedDevice;
  /** Cash on hand above which the driver hands it in, in addition to the end of the shift. Decimal string in QAR. */
  handsInAbove: string;
  /** The counted amount less the expected one, hand-in by hand-in, decimal strings in QAR; afterwards '0.00'. */
  handInDifferences: string[];
}

/** How the driver's phone reports. */
export interface PlannedDevice {
  /** Seconds of domain time between two fixes. */
  fixSeconds: number;
  /** Typical error of a fix. */
  noiseMetres: number;
  /** Fractions of position batches and of actions sent twice, and of batches sent late and so out of order, 0 to 1. */
  duplicates: number;
  late: number;
}

export interface PlannedZone {
  key: string;
  name: Words;
  priority: number;
  geometry: AreaGeometry;
}

/** A dispatcher redraws the zone. */
export interface PlannedZoneEdit {
  at: Moment;
  zoneKey: string;
  geometry: AreaGeometry;
}
