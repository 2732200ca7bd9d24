import { signInAdmin } from '../../people/sign-in-admin.ts';
import type { DayPlan } from '../model/day-plan.ts';
import { Citizen, type Surroundings } from '../world/citizen.ts';
import type { Cast } from '../world/world.ts';
import { Accounts } from './accounts.ts';
import { Customers } from './customers.ts';
import { hire } from './drivers.ts';
import type { Installation } from './installation.ts';
import { openShop, stockUp } from './shops.ts';
import { inSteps } from './steps.ts';
import { tidyUp } from './tidy-up.ts';
import { drawZones } from './zones.ts';

const MAX_DISPATCHERS = 6;
const DRIVERS_PER_DISPATCHER = 40;

/**
 * Creates everyone in the plan, or finds them from an earlier run, using only the public API.
 * @param pages Percentage of buyers who will use the pages.
 */
export async function foundCity(
  around: Surroundings,
  { admin: signIn }: Installation,
  plan: DayPlan,
  pages: number,
): Promise<Cast> {
  const { figures, logbook } = around;
  const { seed } = plan.options;
  const admin = await admitAdmin(around, signIn);
  const accounts = new Accounts(around, seed, signIn.password);
  const count = Math.min(MAX_DISPATCHERS, 2 + Math.floor(plan.drivers.length / DRIVERS_PER_DISPATCHER));
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const dispatchers = await inSteps(figures, 'dispatchers', numbers, (number) =>
    appoint(accounts, admin, number),
  );
  const [dispatcher] = dispatchers;
  if (dispatcher === undefined) throw new Error('a city needs dispatchers');
  const [zones] = await inSteps(figures, 'zones', [plan.zones], (planned) => drawZones(dispatcher, planned));
  if (zones === undefined) throw new Error('a city needs zones');
  const categories = await admin.person.ok('list categories', admin.api.GET('/categories'));
  const shopTerms = { accounts, admin, logbook, seed, categories: categories.data };
  const shops = await inSteps(figures, 'sellers', plan.sellers, (planned) => openShop(shopTerms, planned));
  const hireTerms = { accounts, dispatcher, logbook, zones };
  const drivers = await inSteps(figures, 'drivers', plan.drivers, (planned) => hire(hireTerms, planned));
  const people = { admin, dispatchers, drivers, shops: new Map(shops.map((shop) => [shop.key, shop])) };
  await inSteps(figures, 'what an earlier run left', [people], (all) => tidyUp(all, logbook));
  const hall = new Customers(accounts, around, { pages, seed });
  const customers = await inSteps(figures, 'buyers', [...plan.buyers.entries()], ([index, planned]) =>
    hall.welcome(planned, index),
  );
  // Last of all: by now the stock of cancelled orders has been released.
  await inSteps(figures, 'shelves', plan.sellers, async (planned) => {
    const shop = people.shops.get(planned.key);
    if (shop !== undefined) await stockUp(shop, planned, logbook);
  });
  return {
    ...people,
    zones: zones.ids,
    customers: new Map(customers.map((customer) => [customer.key, customer])),
  };
}

async function admitAdmin(around: Surroundings, signIn: Installation['admin']): Promise<Citizen> {
  const who = { id: 'admin', role: 'ADMIN', email: signIn.email, name: 'Administrator' } as const;
  const admin = new Citizen(who, around);
  const step = { what: 'administrator', done: 0, total: 1 };
  around.figures.setUp.push(step);
  const { account } = await signInAdmin(admin.person, signIn, () => {
    step.what = 'administrator (waiting for the next authenticator code)';
  });
  step.what = 'administrator';
  step.done = 1;
  admin.enrol(account);
  return admin;
}

async function appoint(accounts: Accounts, admin: Citizen, number: number): Promise<Citizen> {
  const { citizen, account } = await accounts.enter(
    'DISPATCHER',
    `dispatcher-${number}`,
    `Dispatcher ${number} (city)`,
  );
  if (!account.roles.includes('DISPATCHER')) {
    const params = { path: { id: account.id } };
    await admin.person.withFreshCode(() =>
      admin.person.ok(
        'make a dispatcher',
        admin.api.POST('/admin/accounts/{id}/roles', { params, body: { role: 'DISPATCHER' } }),
      ),
    );
  }
  citizen.enrol(account);
  return citizen;
}
