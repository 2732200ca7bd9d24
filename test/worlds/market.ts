import { generateSecret } from 'otplib';
import type { AccountRoleName } from '../../db/models/account-role.ts';
import { namedChance } from '../../scripts/shared/chance.ts';
import { SELLER_PERMISSIONS, sellerRights } from '../../server/kernel/security/seller-rights.ts';
import type { ApiClient, Schema } from '../support/api-client.ts';
import { readContract } from '../support/contract.ts';
import { ContractOperations, type DescribedOperation } from '../support/contract-operations.ts';
import { ExampleRequests, type PlannedRequest, written } from '../support/example-requests.ts';
import { expectedAdmission, type Standing } from '../support/expected-admission.ts';
import { KnownIds } from '../support/known-ids.ts';
import { makeAccount, makeAdministrator, signedIn, signIn } from '../support/people.ts';
import type { ServiceOptions, TestService } from '../support/service.ts';
import { DeliveryWorld, type OnDuty, qar, STORE } from './delivery-world.ts';
import { APPLICATION } from './shop-people.ts';

/** Somebody who calls the API, with what the contract lets them do. */
export interface Caller extends Standing {
  name: string;
  client: ApiClient;
  /** null for a guest. */
  accountId: string | null;
}

/** Of those that a market always has, in the order in which they call. */
export const CALLER_NAMES = [
  'guest',
  'nobody',
  'buyer',
  'other buyer',
  'owner',
  ...[...SELLER_PERMISSIONS, 'nothing'].map((permission) => `staff with ${permission}`),
  'other owner',
  'driver',
  'other driver',
  'dispatcher',
  'dispatcher without factor',
  'administrator without factor',
  'administrator',
  'super-administrator',
];

const ROLE_OF_STAFF: readonly AccountRoleName[] = ['SELLER_STAFF'];
/** They create records without answering 201. */
const CREATES_TOO: readonly string[] = ['keepShelfView', 'planZone'];
const MINUTE_MS = 60_000;
/** An example may be about a record of somebody else at first. */
const MAX_TRIES = 4;
/** Every operation is called thousands of times from few addresses. */
const NO_LIMITS = {
  LIMIT_WRITE_PER_MINUTE: '1000000',
  LIMIT_BROWSE_PER_MINUTE: '1000000',
  LIMIT_SIGN_IN_PER_15_MINUTES: '1000000',
  LIMIT_REGISTRATION_PER_15_MINUTES: '1000000',
  LIMIT_REGISTRATION_PER_NETWORK: '1000000',
  LIMIT_KEY_READS_PER_MINUTE: '1000000',
  LIMIT_KEY_WRITES_PER_MINUTE: '1000000',
};

/**
 * A running service with callers of every kind and records of every kind: for each operation with an id, there is a
 * record that it can be about, of the buyer, of the first seller or of a driver. A second buyer, seller and driver own
 * nothing that the first do.
 */
export class Market {
  readonly world: DeliveryWorld;
  readonly operations: readonly DescribedOperation[];
  readonly contract: ContractOperations;
  readonly ids: KnownIds;
  readonly callers: Caller[] = [];

  private constructor(world: DeliveryWorld, contract: ContractOperations, ids: KnownIds) {
    this.world = world;
    this.contract = contract;
    this.operations = contract.all;
    this.ids = ids;
  }

  static async open(
    env: Record<string, string> = {},
    options: Pick<ServiceOptions, 'log'> = {},
  ): Promise<Market> {
    const world = await DeliveryWorld.open({ ...NO_LIMITS, ...env }, options);
    try {
      const market = new Market(
        world,
        new ContractOperations(readContract()),
        await KnownIds.in(world.database),
      );
      await market.#gather();
      await market.#trade();
      await market.#fill();
      const missing = CALLER_NAMES.filter((name) => !market.callers.some((each) => each.name === name));
      if (missing.length > 0 || market.callers.length !== CALLER_NAMES.length)
        throw new Error(`CALLER_NAMES is not who there is: ${missing}`);
      return market;
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  get service(): TestService {
    return this.world.service;
  }

  get database() {
    return this.world.database;
  }

  close(): Promise<void> {
    return this.world.close();
  }

  caller(name: string): Caller {
    const found = this.callers.find((each) => each.name === name);
    if (found === undefined) throw new Error(`no caller is named ${name}`);
    return found;
  }

  /** Who may call an operation, and who may not. */
  admitted({ rules }: DescribedOperation): Caller[] {
    return this.callers.filter((caller) => expectedAdmission(rules, caller) === 'admitted');
  }

  /** A session for a caller whose own has ended. */
  async signInAgain(caller: Caller): Promise<void> {
    if (caller.accountId === null) return;
    caller.client.token = (await signedIn(this.service, caller.accountId)).token;
    if (caller.factor !== 'passed')
      await this.database('sessions').where({ account_id: caller.accountId }).update({ mfa_at: null });
  }

  #add(name: string, client: ApiClient, accountId: string | null, standing: Partial<Standing> = {}): Caller {
    const caller = {
      roles: [],
      rights: null,
      factor: 'none',
      ...standing,
      name,
      client,
      accountId,
    } as Caller;
    this.callers.push(caller);
    return caller;
  }

  async #person(name: string, roles: readonly AccountRoleName[], standing: Partial<Standing> = {}) {
    const { accountId } = await makeAccount(this.service, roles);
    const client = await signedIn(this.service, accountId);
    // A session as signing in without an authenticator leaves it.
    if (standing.factor !== 'passed')
      await this.database('sessions').where({ account_id: accountId }).update({ mfa_at: null });
    return this.#add(name, client, accountId, { roles, ...standing });
  }

  async #gather(): Promise<void> {
    const { service, world, database } = this;
    this.#add('guest', service.client(), null, { roles: null });
    await this.#person('nobody', []);
    const idOf = ({ token }: ApiClient) => accountOf(token ?? '');
    this.#add('buyer', world.buyer, idOf(world.buyer), { roles: ['BUYER'], factor: 'passed' });
    await this.#person('other buyer', ['BUYER']);
    const owner = { roles: ['BUYER', 'SELLER_OWNER'] as const, rights: sellerRights(true, null) };
    await this.#enrol(this.#add('owner', world.seller, idOf(world.seller), { ...owner, factor: 'passed' }));
    for (const permission of [...SELLER_PERMISSIONS, null]) {
      const rights = permission === null ? [] : [permission];
      const staff = await this.#person(`staff with ${permission ?? 'nothing'}`, ROLE_OF_STAFF, {
        rights: sellerRights(false, rights),
      });
      const { id } = await database('sellers')
        .where({ owner_account_id: idOf(world.seller) })
        .first('id');
      const row = { account_id: staff.accountId, seller_id: id, permissions: rights };
      await database('seller_staff').insert(row);
    }
    this.#add('dispatcher', world.dispatcher, idOf(world.dispatcher), {
      ...{ roles: ['DISPATCHER'], factor: 'passed' },
    });
    await this.#person('dispatcher without factor', ['DISPATCHER']);
    await this.#administrators();
    await this.#otherSeller(owner);
    await this.#bankAccount();
  }

  async #administrators(): Promise<void> {
    const { service } = this;
    const above = await makeAdministrator(service);
    const admin = { roles: ['ADMIN'], factor: 'passed' } as const;
    this.#add('super-administrator', await signedIn(service, above.accountId), above.accountId, admin);
    const other = await this.#person('administrator', ['ADMIN'], { factor: 'passed' });
    await this.#enrol(other);
    const bare = await makeAccount(service, ['ADMIN']);
    this.#add('administrator without factor', await signIn(service, bare), bare.accountId, {
      roles: ['ADMIN'],
    });
  }

  async #enrol({ accountId }: Caller): Promise<void> {
    const sealed = this.service.inside.deps.secrets.seal('mfa-secret', generateSecret(), accountId ?? '');
    const factor = { account_id: accountId, secret: sealed, confirmed_at: new Date() };
    await this.database('mfa_factors').insert(factor);
  }

  async #otherSeller(owner: Pick<Standing, 'roles' | 'rights'>): Promise<void> {
    const { accountId, client } = await this.world.somebody();
    const { id } = await client.post<Schema<'Seller'>>('/seller/applications', {
      ...APPLICATION,
      legalName: 'Pearl Roundabout Trading W.L.L.',
    });
    await this.caller('super-administrator').client.post(`/admin/sellers/${id}/approve`);
    await this.database('sessions').where({ account_id: accountId }).update({ mfa_at: null });
    this.#add('other owner', client, accountId, owner);
  }

  /** In use, so that the first seller can be paid. */
  async #bankAccount(): Promise<void> {
    const soon = { bankAccountCoolingMinutes: { value: 1 } };
    const anyVersion = { headers: { 'If-Match': '*' } };
    await this.caller('super-administrator').client.patch('/admin/settings', soon, anyVersion);
    const account = this.operations.find(({ rules }) => rules.id === 'setBankAccount');
    await this.world.seller.put('/seller/bank-account', account?.bodies[0]?.example, anyVersion);
    this.service.clock.advance(2 * MINUTE_MS);
  }

  /** Orders and tasks in their states, with two drivers on duty. */
  async #trade(): Promise<void> {
    const { world } = this;
    const driver = await world.onDuty({ at: STORE });
    for (let done = 0; done < 2; done += 1) await world.deliver(driver, await this.#taken(driver));
    const counted = { driverId: driver.driverId, counted: qar('230.00') };
    await world.dispatcher.post('/dispatch/cash/settlements', counted);
    await world.carry(driver, (await this.#taken(driver)).taskId);
    await this.#taken(driver);
    await this.#taken(driver);
    const other = await world.onDuty({ at: STORE });
    for (let count = 0; count < 3; count += 1) await world.order();
    await this.#stock();
    const of = ({ accountId, client }: OnDuty) => [client, accountId] as const;
    const roles: Partial<Standing> = { roles: ['BUYER', 'DRIVER'], factor: 'passed' };
    this.#add('driver', ...of(driver), roles);
    this.#add('other driver', ...of(other), roles);
  }

  /** Something in store, and in the buyer's cart. */
  async #stock(): Promise<void> {
    const { id: offerId, seller_id } = await this.database('offers').first('id', 'seller_id');
    const { id: warehouseId } = await this.database('warehouses').where({ seller_id }).first('id');
    const body = { onHand: 500, reason: 'COUNT' };
    await this.world.seller.put(`/seller/stock/${offerId}/${warehouseId}`, body, {
      headers: { 'If-Match': '*' },
    });
    await this.world.buyer.post('/cart/items', { offerId, quantity: 1 });
    // The delivery world places orders without the lines of a checkout.
    await this.database.raw(
      `INSERT INTO checkout_lines (id, checkout_id, offer_id, variant_id, seller_id, sku, name_en, name_ar, quantity, unit_price)
       SELECT l.id, o.checkout_id, l.offer_id, l.variant_id, g.seller_id, l.sku, l.name_en, l.name_ar, l.quantity, l.unit_price
         FROM order_lines l JOIN orders o ON o.id = l.order_id JOIN order_groups g ON g.id = l.group_id`,
    );
  }

  /** A task that the driver has been given. */
  async #taken({ driverId }: OnDuty) {
    const task = await this.world.ready();
    const { status } = await this.world.task(task.taskId);
    if (status === 'UNASSIGNED')
      await this.world.dispatcher.post(`/dispatch/tasks/${task.taskId}/assign`, { driverId });
    await this.world.settle();
    return task;
  }

  /** Everything that the contract's own examples can create, by the first who may. */
  async #fill(): Promise<void> {
    const examples = new ExampleRequests(this.operations, this.ids, namedChance(1, 'market'));
    const creating = this.operations.filter(
      ({ rules, responses }) => '201' in responses || CREATES_TOO.includes(rules.id),
    );
    for (const operation of creating) {
      await this.ids.refresh();
      const caller = this.#creator(operation);
      for (let tried = 0; tried < MAX_TRIES; tried += 1) {
        const { status } = await send(caller, written(operation, examples.partsOf(operation)));
        if (status < 300) break;
      }
    }
    await this.world.settle();
    await this.ids.refresh();
  }

  #creator({ rules }: DescribedOperation): Caller {
    if (rules.permission !== null) return this.caller('owner');
    if (rules.roles.includes('BUYER') || rules.roles.includes('PUBLIC')) return this.caller('buyer');
    if (rules.roles.includes('DRIVER')) return this.caller('driver');
    if (rules.roles.includes('DISPATCHER')) return this.caller('dispatcher');
    return this.caller(rules.roles.includes('ADMIN') ? 'super-administrator' : 'nobody');
  }
}

/** Sends a planned request as this caller. */
export async function send({ client }: Caller, { method, path, headers, body }: PlannedRequest) {
  const type = headers['Content-Type'] ?? '';
  return client.call(method, path, {
    headers,
    ...(body === null ? {} : { body: new Blob([new Uint8Array(body)], { type }) }),
  });
}

function accountOf(token: string): string {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { sub: string }).sub;
}
