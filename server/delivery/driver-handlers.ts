import type { DriverPresence } from '../../actors/geo/presence-port.ts';
import type { Locations } from '../../realtime/locations.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller, Handlers, IdempotencyKey } from '../http/operation.ts';
import { ownDriverId, principalAs, signedIn } from '../http/principal.ts';
import { applyAsDriver } from './apply-as-driver.ts';
import { noSuchDriver, readDriver } from './driver-store.ts';
import { renderDriver } from './render-driver.ts';
import { noteSignOfLife } from './sign-of-life.ts';

type Operation =
  | 'applyAsDriver'
  | 'getDriver'
  | 'startShift'
  | 'breakShift'
  | 'resumeShift'
  | 'endShift'
  | 'reportLocations';

interface ShiftRequest {
  caller: Caller;
  requestId: string;
  idempotency: IdempotencyKey | null;
}

type DriverDependencies = Dependencies & { presence: DriverPresence; locations: Pick<Locations, 'report'> };

/** The driver's own record and shift. */
export function driverHandlers(deps: DriverDependencies): Pick<Handlers, Operation> {
  const shift = async (request: ShiftRequest, type: string) => {
    const by = principalAs(request.caller, 'DRIVER');
    const key = ownDriverId(request.caller);
    // Before the command: a shift that starts is offered tasks at once, and only to drivers who are there.
    await noteSignOfLife(deps.presence, key);
    const { replayed } = await deps.actors.command(request, by, { kind: 'driver', key }, type, {});
    return { ...(await answer(deps, key, 200)), replayed };
  };
  return {
    async applyAsDriver(request) {
      const { driverId, replayed } = await applyAsDriver(deps, request);
      return { ...(await answer(deps, driverId, 201)), replayed };
    },
    getDriver: ({ caller }) => {
      const { driverId } = signedIn(caller);
      if (driverId === null) throw noSuchDriver();
      return answer(deps, driverId, 200);
    },
    startShift: (request) => shift(request, 'start-shift'),
    breakShift: (request) => shift(request, 'start-break'),
    resumeShift: (request) => shift(request, 'end-break'),
    endShift: (request) => shift(request, 'end-shift'),
    async reportLocations({ caller, body }) {
      const { sessionId } = signedIn(caller);
      const receipt = await deps.locations.report(ownDriverId(caller), body.points, sessionId);
      return { status: 202, body: receipt };
    },
  };
}

async function answer(deps: DriverDependencies, driverId: string, status: number) {
  const view = await readDriver(deps, driverId);
  return { status, body: renderDriver(view), etag: view.driver.actorVersion };
}
