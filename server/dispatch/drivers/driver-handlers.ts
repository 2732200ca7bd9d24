import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import type { Locations } from '../../../realtime/locations.ts';
import { qatarDay } from '../../kernel/calendar/qatar-time.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { notFound } from '../../kernel/http/not-found.ts';
import type { Caller, Handlers, IdempotencyKey } from '../../kernel/http/operation.ts';
import { ownDriverId, principalAs, signedIn } from '../../kernel/http/principal.ts';
import { applyAsDriver } from './apply-as-driver.ts';
import { readDriverDay } from './driver-day.ts';
import { findRefusal } from './driver-store.ts';
import { readDriver } from './driver-view.ts';
import { renderDriver } from './render-driver.ts';
import { noteSignOfLife } from './sign-of-life.ts';

type Operation =
  | 'applyAsDriver'
  | 'getDriver'
  | 'startShift'
  | 'breakShift'
  | 'resumeShift'
  | 'endShift'
  | 'reportLocations'
  | 'getDriverDay';

interface ShiftRequest {
  caller: Caller;
  requestId: string;
  ip: string;
  idempotency: IdempotencyKey | null;
  occurredAt: string | null;
}

type DriverDependencies = Dependencies & { presence: DriverPresence; locations: Pick<Locations, 'report'> };

/** Operations on the driver's own record and shift. */
export function driverHandlers(deps: DriverDependencies): Pick<Handlers, Operation> {
  const shift = async (request: ShiftRequest, type: string) => {
    const by = principalAs(request.caller, 'DRIVER');
    const key = ownDriverId(request.caller);
    // Before the command: a started shift is offered tasks at once, and only if the driver is online.
    await noteSignOfLife(deps.presence, key);
    const told = request.occurredAt === null ? {} : { occurredAt: request.occurredAt };
    const { replayed } = await deps.actors.command(request, by, { kind: 'driver', key }, type, told);
    return { ...(await own(deps, key, 200)), replayed };
  };
  return {
    async applyAsDriver(request) {
      const { driverId, replayed } = await applyAsDriver(deps, request);
      return { ...(await own(deps, driverId, 201)), replayed };
    },
    getDriver: ({ caller }) => {
      const { driverId } = signedIn(caller);
      if (driverId === null) throw notFound('driver');
      return own(deps, driverId, 200);
    },
    startShift: (request) => shift(request, 'start-shift'),
    breakShift: (request) => shift(request, 'start-break'),
    resumeShift: (request) => shift(request, 'end-break'),
    endShift: (request) => shift(request, 'end-shift'),
    async getDriverDay({ caller, query }) {
      const now = deps.clock.now();
      const day = query.day ?? qatarDay(now);
      return { status: 200, body: await readDriverDay(deps.database, ownDriverId(caller), day, now) };
    },
    async reportLocations({ caller, body }) {
      const { sessionId, device } = signedIn(caller);
      // Each app numbers its points separately.
      const stream = device?.tokenId ?? sessionId;
      const receipt = await deps.locations.report(ownDriverId(caller), body.points, stream);
      return { status: 202, body: receipt };
    },
  };
}

/** The driver's own record, plus the server time (a phone's clock may be wrong) and the phone number to call. */
async function own(deps: DriverDependencies, driverId: string, status: number) {
  const [view, { dispatchPhone }] = await Promise.all([readDriver(deps, driverId), deps.settings.values()]);
  const refused = view.driver.status === 'REJECTED' ? await findRefusal(deps.database, driverId) : null;
  const body = {
    ...renderDriver(view),
    serverTime: deps.clock.now().toISOString(),
    dispatchPhone,
    refusal: refused === null ? null : { reason: refused.reason, at: refused.at.toISOString() },
  };
  return { status, body, etag: view.driver.actorVersion };
}
