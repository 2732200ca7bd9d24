import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { createAccount, emailKey } from '../accounts/accounts.ts';
import { type Actors, composeActors } from '../compose/compose-actors.ts';
import { composeBase } from '../compose/compose-base.ts';
import { composeHandlers } from '../compose/handlers.ts';
import { seedZones } from '../dispatch/zones/zones.ts';
import { Closers } from '../kernel/process/closers.ts';
import { loadConfig } from '../kernel/process/config.ts';
import { createLogger } from '../kernel/process/logger.ts';
import { hashPassword } from '../kernel/security/passwords.ts';
import { newTotpSecret } from '../kernel/security/totp.ts';
import { Backstage } from './backstage.ts';
import { DEMO_PEOPLE, type DemoPerson } from './people.ts';
import { ensureShop } from './shop.ts';

export { DEMO_PEOPLE } from './people.ts';

export interface DemoAccounts {
  signIns: { role: string; email: string; password: string; note: string }[];
  /** Base32, to add to an authenticator app. */
  adminAuthenticatorKey: string;
}

/**
 * Makes the demo installation's people, shop and driver, and says how to sign in. Idempotent.
 * Throws when the environment is not that of demo mode.
 */
export async function prepareDemo(environment: NodeJS.ProcessEnv): Promise<DemoAccounts> {
  const config = loadConfig(environment);
  if (!config.demo) throw new Error('Demo accounts are made in demo mode only (DEMO=1)');
  const log = createLogger('error', 'demo');
  const closers = new Closers(log);
  try {
    const base = await composeBase(config, 'demo', log, closers, {});
    const { deps } = await composeActors(base, { push: () => undefined });
    await seedZones(deps);
    return await ensureAll(deps);
  } finally {
    await closers.closeAll();
  }
}

async function ensureAll(deps: Actors['deps']): Promise<DemoAccounts> {
  const backstage = new Backstage(composeHandlers(deps), deps.database, deps.log);
  const admin = await ensureAccount(deps, DEMO_PEOPLE.admin);
  const adminAuthenticatorKey = await ensureSecondFactor(deps, admin);
  await ensureAccount(deps, DEMO_PEOPLE.dispatcher);
  await ensureAccount(deps, DEMO_PEOPLE.secondDispatcher);
  const seller = await ensureAccount(deps, DEMO_PEOPLE.seller);
  await ensureShop(
    backstage,
    seller,
    admin,
    await exists(deps.database, 'sellers', { owner_account_id: seller }),
  );
  await ensureDriver(deps, backstage, await ensureAccount(deps, DEMO_PEOPLE.driver), admin);
  await ensureAddress(deps, backstage, await ensureAccount(deps, DEMO_PEOPLE.buyer));
  const signIns = Object.values(DEMO_PEOPLE).map(({ role, email, password, note }) => ({
    role,
    email,
    password,
    note,
  }));
  return { signIns, adminAuthenticatorKey };
}

async function ensureAccount(deps: Actors['deps'], person: DemoPerson): Promise<string> {
  const known = await deps
    .database('accounts')
    .whereRaw('lower(email) = ?', [emailKey(person.email)])
    .first('id');
  if (known !== undefined) return known.id;
  const passwordHash = await hashPassword(person.password);
  return inTransaction(deps.database, async (trx) => {
    // An operator may have made the super-administrator before; it then grants the demo one its role.
    const superAdmin = await trx('accounts').where({ is_super_admin: true }).first('id');
    const isAdmin = person.roles.includes('ADMIN');
    return createAccount(trx, deps.ids, {
      email: person.email,
      displayName: person.displayName,
      locale: person.locale,
      passwordHash,
      roles: person.roles,
      verified: true,
      isDemo: true,
      ...(isAdmin && superAdmin === undefined ? { isSuperAdmin: true } : {}),
      ...(superAdmin === undefined ? {} : { grantedBy: superAdmin.id }),
    });
  });
}

/** The administrator's authenticator key is made once per installation and read back from its sealed form. */
async function ensureSecondFactor(deps: Actors['deps'], accountId: string): Promise<string> {
  const known = await deps.database('mfa_factors').where({ account_id: accountId }).first('secret');
  if (known !== undefined) return deps.secrets.open('mfa-secret', known.secret, accountId);
  const secret = newTotpSecret();
  await deps.database('mfa_factors').insert({
    account_id: accountId,
    secret: deps.secrets.seal('mfa-secret', secret, accountId),
    confirmed_at: deps.database.fn.now(),
  });
  return secret;
}

async function ensureDriver(
  deps: Actors['deps'],
  backstage: Backstage,
  accountId: string,
  admin: string,
): Promise<void> {
  if (!(await exists(deps.database, 'drivers', { account_id: accountId }))) {
    const vehicle = { type: 'CAR' as const, plate: '204816' };
    await backstage.as(accountId, 'applyAsDriver', {
      body: { fullName: DEMO_PEOPLE.driver.displayName, phone: '+97455500123', vehicle },
    });
  }
  const driver = await deps.database('drivers').where({ account_id: accountId }).first('id', 'status');
  if (driver?.status !== 'APPLIED') return;
  const zones = await deps.database('delivery_zones').where({ active: true }).pluck('id');
  await backstage.as(admin, 'approveDriver', {
    params: { id: driver.id },
    body: { zoneIds: zones, cashLimit: { amount: '3000.00', currency: 'QAR' } },
  });
}

async function ensureAddress(deps: Actors['deps'], backstage: Backstage, accountId: string): Promise<void> {
  if (await exists(deps.database, 'addresses', { account_id: accountId })) return;
  await backstage.as(accountId, 'createAddress', {
    body: {
      label: 'Home',
      contactName: DEMO_PEOPLE.buyer.displayName,
      phone: '+97466600123',
      zoneNumber: 61,
      streetNumber: 850,
      buildingNumber: 24,
      location: { latitude: 25.3253, longitude: 51.5297 },
    },
  });
}

async function exists(database: Database, table: string, where: Record<string, string>): Promise<boolean> {
  return (await database(table).where(where).first('id')) !== undefined;
}
