import { v7 as uuidv7 } from 'uuid';
import { driverApplied } from '../../actors/driver/applying.ts';
import { knexOf } from '../../db/models/knex-of.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { createAccount } from '../../server/accounts/accounts.ts';
import { type ApiService, startApi } from '../../server/compose/compose.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { AccessTokens } from '../../server/kernel/security/tokens.ts';

export interface BenchDriver {
  driverId: string;
  token: string;
}

type Deps = ApiService['deps'];

const ORIGIN = { requestId: 'bench', ip: null, idempotency: null };
const DISPATCHER = { accountId: null, role: 'DISPATCHER' } as const;
/** Decimal string; enough for all that a bench hands out. */
const CASH_LIMIT = '100000.00';
const CAPACITY = 1_000;
/** Created at a time: each waits for connections of a small pool. */
const BATCH_SIZE = 20;

/** Runs `work` in an API process that is stopped afterwards: none of it is measured. */
export async function prepared<T>(
  environment: Record<string, string>,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const api = await startApi(loadConfig(environment));
  try {
    return await work(api.deps);
  } finally {
    await api.close();
  }
}

/** Signs in for as long as an access token lasts. */
export async function signIn({ database, config }: Deps, accountId: string): Promise<string> {
  const sessionId = uuidv7();
  const expires_at = new Date(Date.now() + 3_600_000);
  await database('sessions').insert({ id: sessionId, account_id: accountId, surface: 'api', expires_at });
  return new AccessTokens(config).sign({ accountId, sessionId, surface: 'api' });
}

export function makeAccount(
  { database, ids }: Deps,
  name: string,
  roles: Parameters<typeof createAccount>[2]['roles'],
  passwordHash: string | null = null,
): Promise<string> {
  const email = emailOf(name);
  return inTransaction(database, (trx) =>
    createAccount(trx, ids, { email, displayName: name, locale: 'en', passwordHash, roles }),
  );
}

export function emailOf(name: string): string {
  return `${name}@bench.wasl.example`;
}

/** Approved for every existing zone, and on duty. */
export async function makeDrivers(deps: Deps, count: number): Promise<BenchDriver[]> {
  const zones: { id: string }[] = await deps.database('delivery_zones').select('id');
  const zoneIds = zones.map(({ id }) => id);
  const drivers: BenchDriver[] = [];
  while (drivers.length < count) {
    const some = Array.from({ length: Math.min(BATCH_SIZE, count - drivers.length) }, (_, index) =>
      makeDriver(deps, `driver-${drivers.length + index}`, zoneIds),
    );
    drivers.push(...(await Promise.all(some)));
  }
  return drivers;
}

async function makeDriver(deps: Deps, name: string, zoneIds: string[]): Promise<BenchDriver> {
  const { actors, clock, database, ids } = deps;
  const accountId = await makeAccount(deps, name, ['BUYER', 'DRIVER']);
  const driverId = ids.next();
  const at = clock.now();
  const by = { accountId, role: 'DRIVER', driverId } as const;
  const ref = { kind: 'driver', key: driverId } as const;
  await inTransaction(database, async (trx) => {
    await knexOf(trx)('drivers').insert({
      ...{ id: driverId, account_id: accountId, full_name: name, phone: '+97466778899', vehicle_type: 'VAN' },
      ...{ vehicle_plate: null, created_at: at, status: 'APPLIED', actor_version: 0 },
    });
    const event = driverApplied({ at: at.toISOString(), driverId, accountId, fullName: name });
    return actors.createActor(trx, ORIGIN, by, ref, event);
  });
  const terms = { zoneIds, cashLimit: CASH_LIMIT, capacity: CAPACITY };
  const approved = await actors.command(ORIGIN, DISPATCHER, ref, 'approve', terms);
  await approved.effects;
  const started = await actors.command(ORIGIN, by, ref, 'start-shift', {});
  await started.effects;
  return { driverId, token: await signIn(deps, accountId) };
}
