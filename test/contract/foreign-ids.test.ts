import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { namedChance } from '../../scripts/shared/chance.ts';
import type { DescribedOperation } from '../support/contract-operations.ts';
import { ExampleRequests, type RequestParts, written } from '../support/example-requests.ts';
import { type Caller, Market, send } from '../worlds/market.ts';

/** They own nothing that the first buyer, seller and driver own. */
const STRANGERS = ['other buyer', 'other owner', 'other driver'];
/** Per table, so that records in several states are among them. */
const MAX_RECORDS = 12;
/** Columns that contain a record's owner. */
const OWNERS = ['id', 'account_id', 'seller_id', 'driver_id', 'owner_account_id', 'created_by'];
/** Headers that differ between any two requests. */
const CHANGING = ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset'];
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const IS_UUID = new RegExp(`^${UUID.source}$`);

/** A seller may offer any product of the shop, no matter who described it. */
const OF_THE_SHOP = ['getProductSheet', 'saveProductOffers'];
/** Whose records the shop shows to everyone: naming one is no secret. */
const SHOWN_BY_THE_SHOP = ['categories', 'products', 'variants', 'offers', 'sellers'];

/** What everyone may read has no owner. */
const concernsOwners = ({ rules, parameters }: DescribedOperation) =>
  parameters.some((one) => one.in === 'path' && one.schema.format === 'uuid') &&
  !(rules.method === 'get' && rules.roles.includes('PUBLIC')) &&
  !rules.roles.some((role) => role === 'DISPATCHER' || role === 'ADMIN');

interface NamedId {
  keys: readonly string[];
  /** Where its record may be. */
  tables: readonly string[];
}

function withIdAt<T>(value: T, [key, ...further]: readonly string[], id: string): T {
  if (key === undefined) return id as T;
  const inner = withIdAt<unknown>(Reflect.get(Object(value), key), further, id);
  const copy: unknown = Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner };
  return copy as T;
}

describe('records of other accounts', function () {
  this.timeout(180_000);
  let market: Market;
  let examples: ExampleRequests;
  let operations: DescribedOperation[];

  before(async () => {
    market = await Market.open();
    examples = new ExampleRequests(market.operations, market.ids, namedChance(2, 'foreign ids'));
    operations = market.operations.filter(concernsOwners);
  });

  after(() => market?.close());

  /** Rows that belong to the caller. */
  async function ownRecords({ accountId }: Caller): Promise<Set<string>> {
    const { database, ids } = market;
    const { rows: columns } = await database.raw<{ rows: { table_name: string; column_name: string }[] }>(
      'SELECT table_name, column_name FROM information_schema.columns WHERE table_name = ANY(?) AND column_name = ANY(?)',
      [[...ids.tables], OWNERS],
    );
    const seller = await database('sellers').where({ owner_account_id: accountId }).first('id');
    const driver = await database('drivers').where({ account_id: accountId }).first('id');
    const names = [accountId, seller?.id, driver?.id].filter((id) => id !== undefined);
    const found = new Set<string>();
    for (const { table_name, column_name } of columns)
      for (const { id } of await database(table_name).whereIn(column_name, names).select('id')) found.add(id);
    return found;
  }

  /** The same request about different records: by the path's ids, `null` for records that do not exist. */
  function requestsAbout(operation: DescribedOperation, own: ReadonlySet<string>) {
    const parts = examples.partsOf(operation);
    const ids = operation.parameters
      .filter((one) => one.in === 'path' && one.schema.format === 'uuid')
      .map(({ name, example }) => {
        const tables = examples.tablesOf(example, name, operation.rules.path);
        return { name, of: tables.flatMap((table) => market.ids.of(table).slice(-MAX_RECORDS)) };
      });
    const count = Math.max(...ids.map(({ of }) => of.length));
    const about = (place: number | null): RequestParts => {
      const path = { ...parts.path };
      for (const { name, of } of ids)
        path[name] = place === null ? randomUUID() : (of[place % of.length] ?? randomUUID());
      return { ...parts, path };
    };
    const places = Array.from({ length: count }, (_, place) => about(place));
    const others = places.filter(({ path }) => !Object.values(path).some((id) => own.has(String(id))));
    return { missing: about(null), others };
  }

  /** The ids in a body's or query's example: where they are, and records of what they name. */
  function idsIn(example: unknown, name = '', keys: readonly string[] = []): NamedId[] {
    if (typeof example === 'string')
      return IS_UUID.test(example) ? [{ keys, tables: examples.tablesOf(example, name) }] : [];
    if (typeof example !== 'object' || example === null) return [];
    return Object.entries(example).flatMap(([key, each]) =>
      idsIn(each, Array.isArray(example) ? name : key, [...keys, key]),
    );
  }

  /** With the caller's own records in the path, where it has some, and every query that names a record. */
  function partsNaming(operation: DescribedOperation, own: ReadonlySet<string>): RequestParts {
    const { path: template } = operation.rules;
    const parts = examples.partsOf(operation);
    for (const { name, example } of operation.parameters.filter((one) => one.in === 'query'))
      if (idsIn(example, name).length > 0) parts.query[name] = example;
    for (const { name, example } of operation.parameters.filter((one) => one.in === 'path')) {
      const known = examples.tablesOf(example, name, template).flatMap((table) => market.ids.of(table));
      parts.path[name] = known.find((id) => own.has(id)) ?? parts.path[name];
    }
    return parts;
  }

  /** The whole response, without what differs between any two requests. */
  async function answerTo(caller: Caller, operation: DescribedOperation, parts: RequestParts) {
    const { status, body, headers } = await send(caller, written(operation, parts));
    const shown = [...headers].filter(([name]) => !CHANGING.includes(name));
    return JSON.stringify({ status, shown, body }).replace(UUID, 'id');
  }

  it('get the same response as records that do not exist, byte for byte, for anyone who may call the operation', async () => {
    const told: string[] = [];
    const ofTheShop = new Set<string>();
    let compared = 0;
    for (const caller of STRANGERS.map((name) => market.caller(name))) {
      const own = await ownRecords(caller);
      const may = new Set(market.operations.filter((one) => market.admitted(one).includes(caller)));
      for (const operation of operations.filter((one) => may.has(one))) {
        const { missing, others } = requestsAbout(operation, own);
        const expected = await answerTo(caller, operation, missing);
        for (const parts of others) {
          const answer = await answerTo(caller, operation, parts);
          compared += 1;
          if (answer === expected) continue;
          if (OF_THE_SHOP.includes(operation.rules.id)) ofTheShop.add(operation.rules.id);
          else told.push(`${operation.rules.id} as ${caller.name}:\n  ${answer}\n  ${expected}`);
        }
      }
    }
    expect(told, told.join('\n')).to.deep.equal([]);
    expect([...ofTheShop].sort()).to.deep.equal(OF_THE_SHOP);
    expect(compared).to.be.greaterThan(500);
  });

  it('named in bodies and queries are like records that do not exist, unless the shop shows them', async () => {
    const told: string[] = [];
    let compared = 0;
    for (const caller of STRANGERS.map((name) => market.caller(name))) {
      const own = await ownRecords(caller);
      for (const operation of market.operations.filter((one) => market.admitted(one).includes(caller))) {
        const parts = partsNaming(operation, own);
        const { query, body } = parts;
        for (const { keys, tables } of idsIn({ query, body })) {
          const foreign = tables
            .filter((table) => !SHOWN_BY_THE_SHOP.includes(table))
            .flatMap((table) => market.ids.of(table).slice(-MAX_RECORDS))
            .filter((id) => !own.has(id));
          const naming = (id: string) => answerTo(caller, operation, withIdAt(parts, keys, id));
          const expected = await naming(randomUUID());
          for (const id of foreign) {
            const answer = await naming(id);
            compared += 1;
            if (answer !== expected)
              told.push(
                `${operation.rules.id} ${keys.join('/')} as ${caller.name}:\n  ${answer}\n  ${expected}`,
              );
          }
        }
      }
    }
    expect(told, told.join('\n')).to.deep.equal([]);
    expect(compared).to.be.greaterThan(20);
  });

  it('do exist: their owners get another response', async () => {
    const unproven: string[] = [];
    const order = ['get', 'put', 'patch', 'post', 'delete'];
    const inOrder = operations.toSorted(
      (one, other) => order.indexOf(one.rules.method) - order.indexOf(other.rules.method),
    );
    for (const operation of inOrder) {
      const owners = market.admitted(operation).filter(({ name }) => !STRANGERS.includes(name));
      let proven = false;
      for (const owner of owners) {
        const { missing, others } = requestsAbout(operation, new Set());
        const expected = await answerTo(owner, operation, missing);
        for (const parts of others) {
          proven = (await answerTo(owner, operation, parts)) !== expected;
          if (proven) break;
        }
        if (proven) break;
      }
      if (!proven) unproven.push(operation.rules.id);
    }
    expect(unproven).to.deep.equal([]);
  });
});
