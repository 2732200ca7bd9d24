import type { Schema } from '../../people/person.ts';
import { pause } from '../../shared/waiting.ts';
import type { PlannedDriver } from '../model/day-plan.ts';
import type { Logbook } from '../record/logbook.ts';
import type { Citizen } from '../world/citizen.ts';
import type { Hired } from '../world/world.ts';
import type { Accounts } from './accounts.ts';
import type { CityZones } from './zones.ts';

export interface HireTerms {
  accounts: Accounts;
  dispatcher: Citizen;
  logbook: Logbook;
  zones: CityZones;
}

/** Real milliseconds until the approval must have granted the role, and between two checks. */
const ROLE_TIMEOUT_MS = 90_000;
const POLL_EVERY_MS = 200;

/** A driver who has applied and is approved for the plan's zones, limit and capacity. */
export async function hire(terms: HireTerms, planned: PlannedDriver): Promise<Hired> {
  const { citizen } = await terms.accounts.enter('DRIVER', planned.key, planned.name);
  const { api, person } = citizen;
  const known = await api.GET('/driver');
  const driver = known.data ?? (await person.ok('apply as driver', applies(api, planned)));
  const approved = await approve(terms, driver, planned);
  const account = await becomesDriver(citizen);
  citizen.enrol({ ...account, driverId: driver.id });
  if (driver.status === 'APPLIED')
    terms.logbook.approvals.push({ kind: 'DRIVER', accountId: account.id, id: driver.id });
  terms.logbook.hired({
    driverId: driver.id,
    clientId: citizen.id,
    zoneIds: approved.zoneIds,
    cashLimit: approved.cashLimit?.amount ?? '0.00',
    capacity: approved.capacity,
    openingCash: approved.cashOnHand.amount,
  });
  return { citizen, driverId: driver.id, key: planned.key };
}

function applies(api: Citizen['api'], { name, phone, vehicle }: PlannedDriver) {
  return api.POST('/driver/application', { body: { fullName: `${name} (city)`, phone, vehicle } });
}

async function approve(
  { dispatcher, zones }: HireTerms,
  driver: Schema<'Driver'>,
  { zoneKeys, cashLimit, capacity }: PlannedDriver,
): Promise<Schema<'Driver'>> {
  const { person, api } = dispatcher;
  const own = zoneKeys.flatMap((key) => zones.ids.get(key) ?? []);
  const zoneIds = own.length === 0 ? [zones.country] : own;
  const body = { zoneIds, cashLimit: { amount: cashLimit, currency: 'QAR' as const }, capacity };
  const path = { id: driver.id };
  if (driver.status === 'APPLIED')
    return person.ok(
      'approve the driver',
      api.POST('/dispatch/drivers/{id}/approve', { params: { path }, body }),
    );
  const isAsPlanned =
    driver.cashLimit?.amount === cashLimit &&
    driver.capacity === capacity &&
    [...driver.zoneIds].sort().join() === [...zoneIds].sort().join();
  if (isAsPlanned) return driver;
  const params = { path, header: { 'If-Match': `"${driver.version}"` } };
  return person.ok('change the driver', api.PATCH('/dispatch/drivers/{id}', { params, body }));
}

/** The role is granted by a consumer of the approval. */
async function becomesDriver({ person, api, email }: Citizen): Promise<Schema<'Account'>> {
  const deadline = Date.now() + ROLE_TIMEOUT_MS;
  for (;;) {
    const me = await person.ok('read own profile', api.GET('/me'));
    if (me.roles.includes('DRIVER')) return me;
    if (Date.now() > deadline)
      throw new Error(`${email} was approved but does not have the role of driver yet. Does the worker run?`);
    await pause(POLL_EVERY_MS);
  }
}
