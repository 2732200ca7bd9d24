import { inTransaction } from '../../db/unit-of-work.ts';
import { createAccount, emailKey, insertConfirmedFactor } from '../accounts/accounts.ts';
import { type Actors, composeActors } from '../compose/compose-actors.ts';
import { composeBase } from '../compose/compose-base.ts';
import { composeHandlers } from '../compose/handlers.ts';
import { seedZones } from '../dispatch/zones/zones.ts';
import { Closers } from '../kernel/process/closers.ts';
import { loadConfig } from '../kernel/process/config.ts';
import { DEMO_PEOPLE, type DemoPerson } from '../kernel/process/demo-people.ts';
import { createLogger } from '../kernel/process/logger.ts';
import { hashPassword } from '../kernel/security/passwords.ts';
import { newTotpSecret } from '../kernel/security/totp.ts';
import { Backstage } from './backstage.ts';
import {
  findAccount,
  findDriver,
  findSuperAdmin,
  hasAddress,
  hasApplied,
  readActiveZoneIds,
  readFactorSecret,
} from './demo-store.ts';
import { ensureShop } from './shop.ts';

export { DEMO_PEOPLE } from '../kernel/process/demo-people.ts';

export interface DemoAccounts {
  signIns: Pick<DemoPerson, 'role' | 'email' | 'password' | 'opens' | 'note'>[];
  /** Base32, to add to an authenticator app. */
  adminAuthenticatorKey: string;
}

/** Creates the demo's people, shop and driver, and returns how to sign in. Idempotent. Throws outside demo mode. */
export async function prepareDemo(environment: NodeJS.ProcessEnv): Promise<DemoAccounts> {
  const config = loadConfig(environment);
  if (!config.demo) throw new Error('Demo accounts are created in demo mode only (DEMO=1)');
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
  await ensureShop(backstage, seller, admin, await hasApplied(deps.database, seller));
  await ensureDriver(deps, backstage, await ensureAccount(deps, DEMO_PEOPLE.driver), admin);
  await ensureDispatchPhone(backstage, admin);
  await ensureAddress(deps, backstage, await ensureAccount(deps, DEMO_PEOPLE.buyer));
  const signIns = Object.values(DEMO_PEOPLE).map(({ role, email, password, opens, note }) => ({
    role,
    email,
    password,
    opens,
    note,
  }));
  return { signIns, adminAuthenticatorKey };
}

async function ensureAccount(deps: Actors['deps'], person: DemoPerson): Promise<string> {
  const known = await findAccount(deps.database, emailKey(person.email));
  if (known !== null) return known;
  const passwordHash = await hashPassword(person.password);
  return inTransaction(deps.database, async (trx) => {
    // If an operator created the super-administrator earlier, that account grants the demo administrator's role.
    const superAdmin = await findSuperAdmin(trx);
    const isAdmin = person.roles.includes('ADMIN');
    return createAccount(trx, deps.ids, {
      email: person.email,
      displayName: person.displayName,
      locale: person.locale,
      passwordHash,
      roles: person.roles,
      verified: true,
      isDemo: true,
      ...(isAdmin && superAdmin === null ? { isSuperAdmin: true } : {}),
      ...(superAdmin === null ? {} : { grantedBy: superAdmin }),
    });
  });
}

/** The administrator's authenticator key is created once per installation and read back from its sealed form. */
async function ensureSecondFactor(deps: Actors['deps'], accountId: string): Promise<string> {
  const known = await readFactorSecret(deps.database, accountId);
  if (known !== null) return deps.secrets.open('mfa-secret', known, accountId);
  const secret = newTotpSecret();
  const sealed = deps.secrets.seal('mfa-secret', secret, accountId);
  await insertConfirmedFactor(deps.database, accountId, sealed);
  return secret;
}

async function ensureDriver(
  deps: Actors['deps'],
  backstage: Backstage,
  accountId: string,
  admin: string,
): Promise<void> {
  if ((await findDriver(deps.database, accountId)) === null) {
    const vehicle = { type: 'CAR' as const, plate: '204816' };
    await backstage.as(accountId, 'applyAsDriver', {
      body: { fullName: DEMO_PEOPLE.driver.displayName, phone: '+97455500123', vehicle },
    });
  }
  const driver = await findDriver(deps.database, accountId);
  if (driver?.status !== 'APPLIED') return;
  const zoneIds = await readActiveZoneIds(deps.database);
  await backstage.as(admin, 'approveDriver', {
    params: { id: driver.id },
    body: { zoneIds, cashLimit: { amount: '3000.00', currency: 'QAR' } },
  });
}

/** Sets a phone for the dispatch unless the operator has set one, or set it to none. */
async function ensureDispatchPhone(backstage: Backstage, admin: string): Promise<void> {
  const { dispatchPhone, version } = await backstage.as(admin, 'getSettings');
  if (dispatchPhone.value !== null || dispatchPhone.confirmed) return;
  const body = { dispatchPhone: { value: '+97455500100' } };
  await backstage.as(admin, 'updateSettings', { body, ifMatch: version });
}

async function ensureAddress(deps: Actors['deps'], backstage: Backstage, accountId: string): Promise<void> {
  if (await hasAddress(deps.database, accountId)) return;
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
