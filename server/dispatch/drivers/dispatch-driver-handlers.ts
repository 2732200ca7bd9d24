import { WaslError } from '../../../actors/errors.ts';
import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import { normalise } from '../../../actors/money/money.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import { doneWithin } from '../../../db/deadline.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Caller, Handlers, IdempotencyKey } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { requireVersion } from '../../kernel/http/preconditions.ts';
import { principalAs } from '../../kernel/http/principal.ts';
import { activeZones } from '../zones/zones.ts';
import { type DriverView, listDrivers, readDriver } from './driver-view.ts';
import { renderDriver } from './render-driver.ts';

type Operation =
  | 'listDrivers'
  | 'getDispatchDriver'
  | 'approveDriver'
  | 'rejectDriver'
  | 'suspendDriver'
  | 'reinstateDriver'
  | 'updateDriver'
  | 'allowCashCarryOver';

interface DriverRequest {
  params: { id: string };
  caller: Caller;
  requestId: string;
  ip: string;
  idempotency: IdempotencyKey | null;
}

type DriverDependencies = Dependencies & { presence: DriverPresence };

/** Milliseconds to wait for effects, such as the role granted by an approval. */
const EFFECTS_TIMEOUT_MS = 3_000;

export function dispatchDriverHandlers(deps: DriverDependencies): Pick<Handlers, Operation> {
  const cursors = new Cursors(deps.secrets);
  const decide = async (request: DriverRequest, type: string, payload: JsonObject, reason?: string) => {
    const by = principalAs(request.caller, 'DISPATCHER', 'ADMIN');
    const { id: key } = request.params;
    await readDriver(deps, key);
    const ref = { kind: 'driver', key } as const;
    const result = await deps.actors.command(request, by, ref, type, payload, reason);
    await doneWithin(result.effects, EFFECTS_TIMEOUT_MS);
    return { ...answer(await readDriver(deps, key)), replayed: result.replayed };
  };
  return {
    async listDrivers({ query }) {
      const { status, presence, limit = DEFAULT_LIMIT, cursor } = query;
      const scope = `drivers:${status ?? ''}:${presence ?? ''}`;
      const before = cursors.decode(scope, cursor)?.[0];
      const position = before === undefined ? null : String(before);
      const { views, scannedTo } = await listDrivers(deps, { status, presence }, position, limit + 1);
      const body = cursors.page(scope, views, limit, ({ driver }) => [driver.id], renderDriver);
      if (scannedTo === null || body.page.hasMore) return { status: 200, body };
      // Fewer than requested, but the search stopped early: the next page continues there.
      const page = { nextCursor: cursors.encode(scope, [scannedTo]), hasMore: true };
      return { status: 200, body: { ...body, page } };
    },
    getDispatchDriver: async ({ params }) => answer(await readDriver(deps, params.id)),
    async approveDriver(request) {
      const { zoneIds, cashLimit, capacity } = request.body;
      await requireZones(deps.database, zoneIds);
      return decide(request, 'approve', {
        zoneIds,
        cashLimit: normalise(cashLimit.amount),
        ...(capacity === undefined ? {} : { capacity }),
      });
    },
    rejectDriver: (request) => decide(request, 'reject', {}, request.body.reason),
    suspendDriver: (request) => decide(request, 'suspend', {}, request.body.reason),
    reinstateDriver: (request) => decide(request, 'reinstate', {}),
    allowCashCarryOver: (request) => decide(request, 'allow-carry-over', {}, request.body.reason),
    async updateDriver(request) {
      const { zoneIds, cashLimit, capacity } = request.body;
      const { driver } = await readDriver(deps, request.params.id);
      requireVersion(request.ifMatch, driver.actorVersion);
      if (zoneIds !== undefined) await requireZones(deps.database, zoneIds);
      // The actor checks the version again, because another edit may come in between.
      return decide(request, 'update', {
        expectedVersion: driver.actorVersion,
        ...(zoneIds === undefined ? {} : { zoneIds }),
        ...(cashLimit === undefined ? {} : { cashLimit: normalise(cashLimit.amount) }),
        ...(capacity === undefined ? {} : { capacity }),
      });
    },
  };
}

function answer(view: DriverView) {
  return { status: 200, body: renderDriver(view), etag: view.driver.actorVersion };
}

async function requireZones(database: Database, zoneIds: readonly string[]): Promise<void> {
  const known = await activeZones(database, zoneIds);
  const errors = zoneIds.flatMap((id, index) =>
    known.has(id) ? [] : { pointer: `/zoneIds/${index}`, code: 'unknown', message: 'is not an active zone' },
  );
  if (errors.length > 0) {
    throw new WaslError('common.VALIDATION_FAILED', { detail: 'Name active delivery zones.', errors });
  }
}
