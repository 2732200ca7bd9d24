import type { DriverState } from '../../actors/driver/state.ts';
import { findTask, type OrderState } from '../../actors/order/state.ts';
import type { Point } from '../../actors/planning/point.ts';
import type { ActorRef, JsonObject } from '../../actors/runtime/machine.ts';
import type { Zones } from './city.ts';
import type { TicketRows } from './ticket-rows.ts';

/** What facts are read from. */
export interface Tables {
  readonly nowText: string;
  readonly zones: Zones;
  readonly tickets: TicketRows;
  /** The setting: for how long tickets come together; null: not at all. */
  readonly batchSeconds: number | null;
  /** Rows of `driver_collections`, each of 125.00. */
  readonly collections: readonly Collected[];
}

export interface Collected {
  driverId: string;
  taskId: string;
  orderId: string;
  settlementId: string | null;
  reversed?: true;
}

interface Meeting {
  ref: ActorRef;
  version: number;
  state: unknown;
}

const DUE_IN = { STANDARD: 360, EXPRESS: 180 };
const FAR_OFF = '2027-01-01T00:00:00.000Z';

/** What the server supplies with a command, read at the moment of the turn. */
export function factsFor(tables: Tables, actor: Meeting, type: string, payload: JsonObject): object {
  switch (actor.ref.kind) {
    case 'zone':
      return {
        now: tables.nowText,
        ticket: tables.tickets.find(String(payload.taskId)),
        batchSeconds: tables.batchSeconds,
      };
    case 'order':
      return orderFacts(tables, actor, payload);
    case 'driver':
      return driverFacts(tables, actor, type, payload);
  }
}

function orderFacts({ nowText, zones }: Tables, { version, state }: Meeting, payload: JsonObject): object {
  const { groupId, taskId } = payload;
  const order = state as OrderState;
  const group = taskId === undefined ? order.groups[String(groupId)] : findTask(order, String(taskId))?.group;
  return {
    now: nowText,
    homeZoneId: group === undefined ? null : zones.homeOf(group.pickup),
    taskId: `task-of-${groupId}`,
    dueIn: DUE_IN,
    offerTimeoutSeconds: 90,
    code: { codeId: `code-${version}`, hash: 'hash', sealed: 'sealed', expiresAt: FAR_OFF },
    codeMatches: true,
  };
}

function driverFacts(
  { nowText, zones, collections }: Tables,
  { ref: { key }, version, state }: Meeting,
  type: string,
  payload: JsonObject,
): object {
  const about = { now: nowText, version };
  switch (type) {
    case 'reserve': {
      const { pickup, dropoff } = payload as { pickup: Point; dropoff: Point };
      return { ...about, insideZones: zones.cover((state as DriverState).zoneIds, [pickup, dropoff]) };
    }
    case 'reserve-hand-over': {
      const { pickup, dropoff, to } = payload as { pickup: Point; dropoff: Point; to: string };
      const ahead = [to === 'RETURN' ? pickup : dropoff];
      return { ...about, insideZones: zones.cover((state as DriverState).zoneIds, ahead) };
    }
    case 'uncollect': {
      const { taskId } = payload;
      const found = collections.find(
        (each) => each.driverId === key && each.taskId === taskId && each.reversed === undefined,
      );
      const collection =
        found === undefined
          ? null
          : {
              collectionId: String(taskId),
              taskId,
              orderId: found.orderId,
              amount: '125.00',
              settlementId: found.settlementId,
            };
      return { ...about, ...newest(state as DriverState), collection };
    }
    case 'hand-in':
    case 'approve-settlement': {
      const settlementId = type === 'hand-in' ? null : payload.settlementId;
      const named = collections
        .filter((each) => each.driverId === key && each.settlementId === settlementId && !each.reversed)
        .map(({ taskId, orderId }) => ({ collectionId: taskId, taskId, orderId, amount: '125.00' }));
      const receipt = { settlementId: `settlement-${key}-${version}`, receiptNumber: `R-${version}` };
      return { ...about, ...receipt, threshold: '5.00', ...newest(state as DriverState), collections: named };
    }
    default:
      return {
        ...about,
        position: null,
        plan: null,
        limitMinutes: 60,
        shiftId: `shift-${key}-${version}`,
        routeId: `route-${key}-${version}`,
      };
  }
}

/** The rows are always as new as the state here; that they may not be is a test of the driver's own. */
function newest({ settlement, lastSettlementId, lastReversedId }: DriverState) {
  const latestSettlementId = settlement?.settlementId ?? lastSettlementId ?? null;
  return { latestSettlementId, latestReversedId: lastReversedId ?? null };
}
