import type { AnyDriverFacts, DriverCommand, NeededFacts } from '../../../actors/driver/behaviours.ts';
import { openStops } from '../../../actors/driver/legs.ts';
import type { DriverState } from '../../../actors/driver/state.ts';
import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import type { Point } from '../../../actors/planning/point.ts';
import type { Database } from '../../../db/database.ts';
import { doneWithin } from '../../../db/deadline.ts';
import { yearlyNumber } from '../../kernel/calendar/yearly-number.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { planToStart } from '../shifts/shifts.ts';
import type { TravelService } from '../travel/travel.ts';
import type { ZoneDirectory } from '../zones/zones.ts';
import {
  collectionOfTask,
  latestReversedCollection,
  latestSettlement,
  nextSettlementNumber,
  openCollections,
  settledCollections,
} from './driver-cash-store.ts';

export type DriverFactsDependencies = Pick<Dependencies, 'database' | 'clock' | 'ids' | 'settings'> & {
  zones: ZoneDirectory;
  presence: DriverPresence;
  travel: TravelService;
};

/** The facts supplied here; the runtime adds `now` and `version`. */
type Supplied<K extends keyof NeededFacts> = Omit<NeededFacts[K], 'now' | 'version'>;
type Of<K> = Extract<DriverCommand, { type: K }>;
type Source<C, F> = (state: DriverState, command: C) => Promise<F>;

/** Facts for the driver actor, read on the handlers' pool while the turn locks the driver's row. */
export function driverFacts(deps: DriverFactsDependencies) {
  const wayOn = async ({ driverId, route }: DriverState, added: readonly (Point | undefined)[]) => {
    const position = await positionOf(deps.presence, driverId);
    if (route === undefined) return { position };
    const places = [position ?? route.origin, ...openStops(route), ...added].flatMap((place) => place ?? []);
    return { position, travel: await deps.travel.among(places, deps.clock.now()) };
  };
  const zonesOfLeg = async ({ route }: DriverState) => {
    const [next] = route === undefined ? [] : openStops(route);
    if (route?.left === undefined || next === undefined) return {};
    const zones = await deps.zones.map();
    return { fromZoneId: zones.homeOf(route.left), toZoneId: zones.homeOf(next) };
  };
  const sources: { readonly [K in keyof NeededFacts]: Source<Of<K>, Supplied<K>> } = {
    'stop-done': zonesOfLeg,
    'stop-arrived': zonesOfLeg,
    'work-done': zonesOfLeg,
    'start-shift': async ({ driverId }) => ({
      shiftId: deps.ids.next(),
      routeId: deps.ids.next(),
      plan: await planToStart(deps.database, driverId, deps.clock.now()),
    }),
    'start-break': async () => ({ limitMinutes: (await deps.settings.values()).breakLimitMinutes }),
    reserve: async (state, { pickup, dropoff }) => ({
      insideZones: (await deps.zones.map()).cover(state.zoneIds, [pickup, dropoff]),
    }),
    'work-accepted': (state, { offerId }) => {
      const { pickup, dropoff } = state.reservations[offerId] ?? {};
      return wayOn(state, [pickup, dropoff]);
    },
    'arrange-stops': (state) => wayOn(state, []),
    'replan-route': (state) => wayOn(state, []),
    // Only the goods' destination matters; their origin is already behind them.
    'reserve-hand-over': async (state, { pickup, dropoff, to }) => ({
      insideZones: (await deps.zones.map()).cover(state.zoneIds, [to === 'RETURN' ? pickup : dropoff]),
    }),
    uncollect: async ({ driverId }, { taskId }) => ({
      ...(await newestCashRows(deps.database, driverId)),
      collection: await collectionOfTask(deps.database, driverId, taskId),
    }),
    'hand-in': async ({ driverId }) => ({
      settlementId: deps.ids.next(),
      receiptNumber: await nextReceiptNumber(deps),
      threshold: (await deps.settings.values()).settlementDifferenceThreshold,
      ...(await newestCashRows(deps.database, driverId)),
      collections: await openCollections(deps.database, driverId),
    }),
    'approve-settlement': async ({ driverId }, { settlementId }) => ({
      collections: await settledCollections(deps.database, driverId, settlementId),
    }),
  };
  const needsFacts = (type: string): type is keyof NeededFacts => Object.hasOwn(sources, type);
  return async (_key: string, state: DriverState, command: DriverCommand): Promise<AnyDriverFacts> => {
    if (!needsFacts(command.type)) return {} as AnyDriverFacts;
    const source = sources[command.type] as Source<DriverCommand, object>;
    // The runtime adds `now` and `version`.
    return (await source(state, command)) as AnyDriverFacts;
  };
}

/** Milliseconds. The turn locks the driver's row meanwhile, and a position only improves an estimate. */
const POSITION_TIMEOUT_MS = 300;

async function positionOf(presence: DriverPresence, driverId: string): Promise<Point | null> {
  let position: Point | null = null;
  const read = presence.positionOf([driverId]).then((positions) => {
    const known = positions.get(driverId);
    if (known !== undefined) position = { latitude: known.latitude, longitude: known.longitude };
  });
  await doneWithin(read, POSITION_TIMEOUT_MS);
  return position;
}

/** A refused hand-in leaves a gap: numbers are unique, not gapless. */
async function nextReceiptNumber({ database, clock }: DriverFactsDependencies): Promise<string> {
  return yearlyNumber('R', clock.now(), await nextSettlementNumber(database));
}

/** Read first, so that the collections read afterwards reflect all earlier settlements and reversals. */
async function newestCashRows(database: Database, driverId: string) {
  const [latestSettlementId, latestReversedId] = await Promise.all([
    latestSettlement(database, driverId),
    latestReversedCollection(database, driverId),
  ]);
  return { latestSettlementId, latestReversedId };
}
