import type { ClientRecord } from '../../../scripts/city/record/logbook-types.ts';
import { readOrderBoard } from '../../../scripts/city/watch/snapshots.ts';
import type { CityReader } from '../../../scripts/city/world/reader.ts';
import { type Person, Refused } from '../../../scripts/people/person.ts';
import type { CityFacts } from './evidence/rule.ts';
import type { Bell, CashReadings, Schema, SellerReadings, ServiceFacts } from './evidence/service-facts.ts';
import { forEach, readList } from './pages.ts';

/** Notifications caused by the set-up, which admits people and secures the accounts of those who are paid. */
const OF_THE_SET_UP: ReadonlySet<string> = new Set([
  ...['SELLER_APPROVED', 'DRIVER_APPROVED', 'SECOND_FACTOR_ENABLED', 'BANK_ACCOUNT_CHANGED'],
]);
/** Simultaneous requests, over all readers. */
const MAX_CONCURRENT_READS = 8;

/** Reads everything that the rules need, each as an account that may see it. */
export async function readService(
  city: CityFacts,
  reader: CityReader,
  { isExclusive, say = () => undefined }: { isExclusive: boolean; say?: (what: string) => void },
): Promise<ServiceFacts> {
  const reading = new Reading(city, reader);
  say('orders and groups');
  const orders = await reading.orders();
  const groups = await reading.groups();
  const orderBoards = await reading.orderBoards();
  say('tasks and their histories');
  const tasks = await reading.tasks();
  const taskEvents = await reading.taskEvents([...tasks.keys()]);
  say('stock, cash and the ledger');
  const stock = await reading.stock();
  const cash = await reading.cash();
  say('bells and channels');
  const notifications = await reading.notifications();
  return {
    isExclusive,
    orders,
    groups,
    orderBoards,
    tasks,
    taskEvents,
    ...stock,
    ...cash,
    ...notifications,
    ...(await reading.rest()),
  };
}

class Reading {
  readonly #city: CityFacts;
  readonly #reader: CityReader;
  /** Domain time; anything older belongs to another day. */
  readonly #since: number;

  constructor(city: CityFacts, reader: CityReader) {
    this.#city = city;
    this.#reader = reader;
    this.#since = city.run.dayStart;
  }

  #isOfToday(at: string): boolean {
    return Date.parse(at) >= this.#since;
  }

  #clients(role: ClientRecord['role']): { client: ClientRecord; person: Person }[] {
    return [...this.#city.clients.values()]
      .filter((client) => client.role === role)
      .flatMap((client) => {
        const person = this.#reader.person(client.id);
        return person === undefined ? [] : [{ client, person }];
      });
  }

  /** A dispatcher, taken in turns: each has a budget of requests. */
  #dispatcher(index: number): Person {
    const { dispatchers, admin } = this.#reader;
    return dispatchers[index % dispatchers.length] ?? admin;
  }

  async orders(): Promise<Map<string, Schema<'Order'>>> {
    const found = await forEach(
      [...this.#city.orders.values()],
      MAX_CONCURRENT_READS,
      async ({ orderId, buyer }) => {
        const person = this.#reader.person(buyer);
        if (person === undefined) throw new Error(`${buyer} cannot be asked for order ${orderId}`);
        const params = { path: { id: orderId } };
        return orNothing(person.ok('read the order', person.api.GET('/orders/{id}', { params })));
      },
    );
    return byId(found.filter((order) => order !== undefined));
  }

  async groups(): Promise<Map<string, Schema<'OrderGroup'>>> {
    const lists = await forEach(this.#clients('SELLER'), MAX_CONCURRENT_READS, async ({ person }) => {
      const isWanted = ({ history, acceptBy }: Schema<'OrderGroup'>) =>
        this.#isOfToday(history[0]?.at ?? acceptBy);
      const { data } = await readList(
        (query) => person.ok('list groups', person.api.GET('/seller/order-groups', { params: { query } })),
        isWanted,
      );
      return data;
    });
    return byId(lists.flat());
  }

  async orderBoards(): Promise<Map<string, Schema<'OrderBoard'>>> {
    const boards = await forEach(
      this.#clients('SELLER'),
      MAX_CONCURRENT_READS,
      async ({ client, person }) => {
        return [client.sellerId ?? '', await readOrderBoard(person)] as const;
      },
    );
    return new Map(boards);
  }

  async tasks(): Promise<Map<string, Schema<'DispatchTask'>>> {
    const dispatcher = this.#dispatcher(0);
    const own = new Set(
      [...this.#city.orders.values()].flatMap(({ groups }) => groups.map(({ groupId }) => groupId)),
    );
    const { data } = await readList(
      (query) => dispatcher.ok('list tasks', dispatcher.api.GET('/dispatch/tasks', { params: { query } })),
      ({ history }) => this.#isOfToday(history[0]?.at ?? new Date().toISOString()),
    );
    return byId(data.filter(({ orderGroupId }) => own.has(orderGroupId)));
  }

  async taskEvents(taskIds: readonly string[]): Promise<Map<string, Schema<'TaskEvent'>[]>> {
    const lists = await forEach(
      taskIds,
      MAX_CONCURRENT_READS,
      async (id, index): Promise<[string, Schema<'TaskEvent'>[]]> => {
        const dispatcher = this.#dispatcher(index);
        const { data } = await readList((query) =>
          dispatcher.ok(
            'read the history of a task',
            dispatcher.api.GET('/dispatch/tasks/{id}/history', { params: { path: { id }, query } }),
          ),
        );
        return [id, data];
      },
    );
    return new Map(lists);
  }

  async stock(): Promise<
    Pick<ServiceFacts, 'stock' | 'movements' | 'offers' | 'imports' | 'commissionRates' | 'money'>
  > {
    const shops = await forEach(this.#clients('SELLER'), MAX_CONCURRENT_READS, async ({ person }) => {
      const seller = await person.ok('read the shop', person.api.GET('/seller'));
      const levels = await readList((query) =>
        person.ok('list stock', person.api.GET('/seller/stock', { params: { query } })),
      );
      const movements = await readList(
        (query) =>
          person.ok('list movements', person.api.GET('/seller/stock-movements', { params: { query } })),
        ({ at }) => this.#isOfToday(at),
      );
      const offers = await readList((query) =>
        person.ok('list offers', person.api.GET('/seller/offers', { params: { query } })),
      );
      const imports = await readList((query) =>
        person.ok('list files', person.api.GET('/seller/imports', { params: { query } })),
      );
      return {
        ...{ seller, levels: levels.data, movements: movements.data, money: await this.#money(person) },
        ...{ offers: offers.data, imports: imports.data },
      };
    });
    return {
      stock: shops.flatMap(({ levels }) => levels),
      movements: shops.flatMap(({ movements }) => movements),
      offers: byId(shops.flatMap(({ offers }) => offers)),
      imports: byId(shops.flatMap(({ imports }) => imports)),
      commissionRates: new Map(
        shops.map(({ seller }) => [seller.id, seller.commissionPlan?.percent ?? '0.00']),
      ),
      money: new Map(shops.map(({ seller, money }) => [seller.id, money])),
    };
  }

  async #money(person: Person): Promise<SellerReadings> {
    const sums = await person.ok('read the money', person.api.GET('/seller/money'));
    const groups = await readList(
      (query) =>
        person.ok('list the money of orders', person.api.GET('/seller/money/groups', { params: { query } })),
      ({ placedAt }) => this.#isOfToday(placedAt),
    );
    const payouts = await readList(
      (query) => person.ok('list payouts', person.api.GET('/seller/payouts', { params: { query } })),
      ({ createdAt }) => this.#isOfToday(createdAt),
    );
    return {
      ...{ sums, payouts: payouts.data },
      groups: new Map(groups.data.map((group) => [group.groupId, group])),
    };
  }

  async cash(): Promise<Pick<ServiceFacts, 'cash' | 'settlements' | 'ledger'>> {
    const drivers = [...this.#city.drivers.values()];
    const readings = await forEach(drivers, MAX_CONCURRENT_READS, async ({ driverId, clientId }, index) => {
      const [dispatch, own] = await Promise.all([
        readCash(this.#dispatcher(index), driverId),
        this.#ownCash(clientId),
      ]);
      return [driverId, { dispatch, own }] as const;
    });
    const settlements = await forEach(drivers, MAX_CONCURRENT_READS, ({ driverId }, index) =>
      this.#settlements(this.#dispatcher(index), driverId),
    );
    const { admin } = this.#reader;
    const ledger = await admin.ok('check the ledger', admin.api.GET('/admin/ledger/check'));
    return { cash: new Map(readings), settlements: settlements.flat(), ledger };
  }

  async #ownCash(clientId: string): Promise<CashReadings['own']> {
    const person = this.#reader.person(clientId);
    if (person === undefined) return null;
    return person.ok('read own cash', person.api.GET('/driver/cash', { params: { query: { limit: 1 } } }));
  }

  async #settlements(dispatcher: Person, driverId: string): Promise<Schema<'Settlement'>[]> {
    const { data } = await readList(
      (query) =>
        dispatcher.ok(
          'list settlements',
          dispatcher.api.GET('/dispatch/cash/settlements', { params: { query: { ...query, driverId } } }),
        ),
      ({ createdAt }) => this.#isOfToday(createdAt),
    );
    return forEach(data, MAX_CONCURRENT_READS, ({ id }) =>
      dispatcher.ok(
        'read the settlement',
        dispatcher.api.GET('/dispatch/cash/settlements/{id}', { params: { path: { id } } }),
      ),
    );
  }

  async notifications(): Promise<Pick<ServiceFacts, 'bells' | 'sent'>> {
    const { admin } = this.#reader;
    const accounts = new Set([...this.#city.clients.values()].map(({ accountId }) => accountId));
    // The bells last: a notification that comes meanwhile is in them and not in the list, which does not count as a
    // difference.
    const { data } = await readList(
      (query) => admin.ok('list notifications', admin.api.GET('/admin/notifications', { params: { query } })),
      ({ createdAt }) => Date.parse(createdAt) >= this.#city.run.foundedAt,
    );
    const bells = await forEach([...this.#city.clients.values()], MAX_CONCURRENT_READS, async ({ id }) => {
      const person = this.#reader.person(id);
      return person === undefined ? [] : [[id, await this.#bell(person)] as const];
    });
    const ofTheDay = data.filter((each) => this.#isTold(each));
    return {
      bells: new Map(bells.flat()),
      sent: ofTheDay.filter(({ accountId }) => accountId !== null && accounts.has(accountId)),
    };
  }

  /** Whether a notification belongs to the day, or to what the set-up caused. */
  #isTold({ kind, createdAt }: { kind: string; createdAt: string }): boolean {
    const since = OF_THE_SET_UP.has(kind) ? this.#city.run.foundedAt : this.#since;
    return Date.parse(createdAt) >= since;
  }

  async #bell(person: Person): Promise<Bell> {
    let unreadCount = 0;
    const { data, isWhole } = await readList(
      async (query) => {
        const list = await person.ok(
          'read the bell',
          person.api.GET('/notifications', { params: { query } }),
        );
        unreadCount = list.page.unreadCount;
        return list;
      },
      ({ createdAt }) => Date.parse(createdAt) >= this.#city.run.foundedAt,
    );
    const notifications = data.filter((each) => this.#isTold(each));
    const isAll = isWhole && notifications.length === data.length;
    return { notifications, unreadCount: isAll ? unreadCount : null };
  }

  #alerts(ids: readonly string[]): Promise<Schema<'AlertDetail'>[]> {
    return forEach(ids, MAX_CONCURRENT_READS, (id, index) => {
      const dispatcher = this.#dispatcher(index);
      return dispatcher.ok(
        'read the alert',
        dispatcher.api.GET('/dispatch/alerts/{id}', { params: { path: { id } } }),
      );
    });
  }

  async rest(): Promise<Pick<ServiceFacts, 'listed' | 'drivers' | 'board' | 'zones' | 'alerts'>> {
    const { admin } = this.#reader;
    const dispatcher = this.#dispatcher(0);
    const [listed, drivers, zones, alerts, board] = await Promise.all([
      readList(
        (query) => admin.ok('list orders', admin.api.GET('/admin/orders', { params: { query } })),
        ({ placedAt }) => this.#isOfToday(placedAt),
      ),
      readList((query) =>
        dispatcher.ok('list drivers', dispatcher.api.GET('/dispatch/drivers', { params: { query } })),
      ),
      readList((query) =>
        dispatcher.ok('list zones', dispatcher.api.GET('/dispatch/zones', { params: { query } })),
      ),
      readList(
        (query) =>
          dispatcher.ok('list alerts', dispatcher.api.GET('/dispatch/alerts', { params: { query } })),
        ({ raisedAt }) => this.#isOfToday(raisedAt),
      ),
      dispatcher.ok('read the board', dispatcher.api.GET('/dispatch/board')),
    ]);
    return {
      listed: listed.data,
      drivers: byId(drivers.data),
      board,
      zones: byId(zones.data),
      alerts: await this.#alerts(alerts.data.map(({ id }) => id)),
    };
  }
}

async function readCash(dispatcher: Person, id: string): Promise<CashReadings['dispatch']> {
  const views: Schema<'CashView'>[] = [];
  const { data: entries } = await readList(async (query) => {
    const view = await dispatcher.ok(
      'read the cash of a driver',
      dispatcher.api.GET('/dispatch/cash/drivers/{id}', { params: { path: { id }, query } }),
    );
    views.push(view);
    return { data: view.entries, page: view.page };
  });
  const [first] = views;
  if (first === undefined) throw new Error(`nothing was read of the cash of driver ${id}`);
  return { ...first, entries };
}

/** Undefined for what the service does not find. */
async function orNothing<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Refused && error.code === 'common.NOT_FOUND') return undefined;
    throw error;
  }
}

function byId<T extends { id: string }>(list: readonly T[]): Map<string, T> {
  return new Map(list.map((each) => [each.id, each]));
}
