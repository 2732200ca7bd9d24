import type { DriverState } from '../../../actors/driver/state.ts';
import type { ZoneMap } from '../../../actors/geo/zone-map.ts';
import { findTask, type OrderState } from '../../../actors/order/state.ts';
import type { Point } from '../../../actors/planning/point.ts';
import type { ActorRef, JsonObject } from '../../../actors/runtime/machine.ts';
import type { ProjectionRows, Row } from './projection-rows.ts';

/** Stands in for the map of zones. */
export type Zones = Pick<ZoneMap, 'homeOf' | 'cover'>;

export interface DeliveryCode {
  hash: string;
  /** Whether the code that the driver enters is right. */
  matches: boolean;
  /** Milliseconds for which the code is valid. */
  lifetimeMs: number;
}

/** What facts are read from. */
export interface FactSources {
  /** Milliseconds; `nowText` is the same time as RFC 3339. */
  readonly now: number;
  readonly nowText: string;
  readonly zones: Zones;
  readonly rows: ProjectionRows;
  /** The setting: for how many seconds tickets are collected into a batch; null: no batches. */
  readonly batchSeconds: number | null;
  readonly code: Readonly<DeliveryCode>;
  idOf(...parts: readonly string[]): string;
}

interface Subject {
  ref: ActorRef;
  version: number;
  state: unknown;
}

const DUE_IN = { STANDARD: 360, EXPRESS: 180 };

/** The facts that the server supplies with a command, read at the moment of the turn: only what this command needs. */
export function factsFor(sources: FactSources, actor: Subject, type: string, payload: JsonObject): object {
  switch (actor.ref.kind) {
    case 'zone':
      return {
        now: sources.nowText,
        ticket: sources.rows.ticket(String(payload.taskId)),
        batchSeconds: sources.batchSeconds,
      };
    case 'order':
      return orderFacts(sources, actor, payload);
    case 'driver':
      return driverFacts(sources, actor, type, payload);
  }
}

function orderFacts(sources: FactSources, { ref, version, state }: Subject, payload: JsonObject): object {
  const { now, nowText, zones, code } = sources;
  const { groupId, taskId } = payload;
  const order = state as OrderState;
  const group = taskId === undefined ? order.groups[String(groupId)] : findTask(order, String(taskId))?.group;
  return {
    now: nowText,
    homeZoneId: group === undefined ? null : zones.homeOf(group.pickup),
    taskId: sources.idOf('task-of', String(groupId)),
    dueIn: DUE_IN,
    offerTimeoutSeconds: 90,
    code: {
      codeId: sources.idOf('code', ref.key, String(version)),
      hash: code.hash,
      sealed: 'sealed-text',
      expiresAt: new Date(now + code.lifetimeMs).toISOString(),
    },
    codeMatches: code.matches,
  };
}

function driverFacts(
  sources: FactSources,
  { ref: { key }, version, state }: Subject,
  type: string,
  payload: JsonObject,
): object {
  const { nowText, zones, rows } = sources;
  const about = { now: nowText, version };
  const fresh = (name: string) => sources.idOf(name, key, String(version));
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
      const row = collectionsOf(rows, key).find(({ task_id }) => task_id === payload.taskId);
      const collection =
        row === undefined ? null : { ...collectionOf(row), settlementId: row.settlement_id ?? null };
      return { ...about, ...newestRows(rows, key), collection };
    }
    case 'hand-in':
    case 'approve-settlement': {
      const settlementId = type === 'hand-in' ? null : payload.settlementId;
      const named = collectionsOf(rows, key).filter(({ settlement_id }) => settlement_id === settlementId);
      return {
        ...about,
        settlementId: fresh('settlement'),
        receiptNumber: `R-${version}`,
        threshold: '5.00',
        ...newestRows(rows, key),
        collections: named.map(collectionOf),
      };
    }
    default:
      return {
        ...about,
        position: null,
        plan: null,
        limitMinutes: 60,
        shiftId: fresh('shift'),
        routeId: fresh('route'),
      };
  }
}

function collectionOf({ id, task_id, order_id, amount }: Row) {
  return { collectionId: id, taskId: task_id, orderId: order_id, amount };
}

/** Cash that a driver collected, without collections that were reversed. */
export function collectionsOf(rows: ProjectionRows, driverId: string): Row[] {
  return rows.all('driver_collections').filter((row) => row.driver_id === driverId && !row.reversed_at);
}

/** Here the rows are always as new as the state. A test of the driver covers rows that lag behind. */
function newestRows(rows: ProjectionRows, driverId: string) {
  const reversed = rows.all('driver_collections').filter((row) => row.reversed_at);
  return {
    latestSettlementId: newestOf(rows.all('settlements'), driverId),
    latestReversedId: newestOf(reversed, driverId),
  };
}

function newestOf(rows: readonly Row[], driverId: string) {
  let newest: Row | null = null;
  for (const row of rows) {
    if (row.driver_id !== driverId) continue;
    if (newest === null || Number(row.actor_version) > Number(newest.actor_version)) newest = row;
  }
  return newest?.id ?? null;
}
