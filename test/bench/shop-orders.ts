import type { Way } from '../worlds/shopper.ts';
import type { BenchChild } from './child.ts';
import type { Line } from './report.ts';
import {
  askToBuy,
  type BuyingRates,
  compareWithBare,
  describeFailures,
  lineAgainstBare,
  withBuyers,
} from './shop-against-bare.ts';
import type { Buying } from './shop-buying-load.ts';
import { type OrderCost, OrderMeter } from './shop-order-cost.ts';
import { type Shop, type ShopPart, shownSize } from './shop-part.ts';
import { makeShoppers, readFloor } from './shop-shoppers.ts';
import { logStatements, writeStatementReport } from './shop-statements.ts';

interface Flow {
  way: Way;
  shoppers: number;
  /** Transactions per order, at most. */
  bar: number;
}

const FLOWS: readonly Flow[] = [
  { way: 'five', shoppers: 32, bar: 6 },
  { way: 'seven', shoppers: 16, bar: 8 },
];
const RATE_BAR = 0.15;
/** Orders during which every statement is logged: the log of one takes some 50 kB. */
const LOGGED_ORDERS = 200;

interface Ordered {
  variants: number;
  flows: (Flow & { rates: BuyingRates; cost: (OrderCost & { failed: string[] }) | null })[];
}

/** The whole way from an empty cart to a placed order, and what one order costs. */
export const benchOrders: ShopPart<Ordered> = {
  async measure(shop) {
    const { offerIds, methodId } = await readFloor(shop);
    const most = Math.max(...FLOWS.map((flow) => flow.shoppers));
    const everybody = await makeShoppers(shop, 'shopper', most);
    return withBuyers(shop, async (load, bareUrl) => {
      const flows: Ordered['flows'] = [];
      let meter: OrderMeter | null = null;
      for (const flow of FLOWS) {
        const shoppers = everybody.slice(0, flow.shoppers);
        const buying: Buying = {
          what: 'flow',
          way: flow.way,
          url: shop.api.url,
          shoppers,
          offerIds,
          methodId,
        };
        const bare: Buying = { what: 'bare', url: bareUrl, path: '/order', connections: shoppers.length };
        const rates = await compareWithBare(load, shop, buying, bare);
        if (!shop.largest) {
          flows.push({ ...flow, rates, cost: null });
          continue;
        }
        meter ??= await OrderMeter.start(shop.services.databaseUrl, processesOf(shop, load));
        flows.push({ ...flow, rates, cost: await costOf(shop, flow, load, buying, meter) });
      }
      return { variants: shop.variants, flows };
    });
  },

  lines: (found) =>
    found.flatMap(({ variants, flows }) =>
      flows.flatMap(({ rates, cost, ...flow }) => [
        lineAgainstBare(`${nameOf(flow)}, ${shownSize(variants)}`, rates, {
          ...{ bar: RATE_BAR, of: 'bare order' },
          ...(flow.way === 'five' ? { published: 'orders' as const } : {}),
        }),
        ...(cost === null ? [] : linesOfCost(flow, cost)),
      ]),
    ),
};

function nameOf({ way, shoppers }: Flow): string {
  return `whole flow of ${way} requests, ${shoppers} shoppers`;
}

function processesOf({ api, worker, services }: Shop, load: BenchChild) {
  return [
    { name: 'API', pids: [api.pid] },
    { name: 'worker', pids: [worker.pid] },
    { name: 'PostgreSQL', pids: [services.pids.postgres] },
    { name: 'Redis', pids: [services.pids.redis] },
    { name: 'load', pids: [load.pid] },
  ];
}

async function costOf(
  { services, orders, statements }: Shop,
  flow: Flow,
  load: BenchChild,
  buying: Buying,
  meter: OrderMeter,
): Promise<OrderCost & { failed: string[] }> {
  const failed: string[] = [];
  const buy = async (what: Buying, turns: number) => {
    const tally = await askToBuy(load, what, { turns });
    failed.push(...tally.failed);
  };
  const cost = await meter.measure(orders, () => buy(buying, orders));
  if (statements && buying.what === 'flow') {
    const many = await logStatements(services, () => buy(buying, LOGGED_ORDERS));
    const alone = { ...buying, shoppers: buying.shoppers.slice(0, 1) };
    const one = await logStatements(services, () => buy(alone, 1));
    const title = `An order of the shop: ${nameOf(flow)}`;
    const report = { title, orders: LOGGED_ORDERS, many, one, tables: cost.tables };
    console.log(`Statements: ${writeStatementReport(`order-${flow.way}`, report)}`);
  }
  return { ...cost, failed };
}

function linesOfCost(flow: Flow, cost: OrderCost & { failed: readonly string[] }): Line[] {
  const { orders, transactions, inserted, updated, deleted, fetched, processor, idleTransactions, failed } =
    cost;
  const figure = (count: number) => count.toFixed(1);
  const times = [...processor].map(([name, spent]) => `${name} ${figure(spent)}`);
  const line = (what: string, value: string): Line => ({
    what: `  ${what} per order`,
    bar: '',
    value,
    ok: null,
  });
  return [
    {
      what: '  transactions per order',
      bar: `≤ ${flow.bar}`,
      value: `${figure(transactions)} over ${orders} orders (idle ${figure(idleTransactions)}/s left out)${describeFailures(failed)}`,
      ok: transactions <= flow.bar && failed.length === 0,
    },
    line(
      'rows',
      `${figure(inserted)} inserted, ${figure(updated)} updated, ${figure(deleted)} deleted, ${figure(fetched)} fetched`,
    ),
    line('ms of processor time', times.join(', ')),
  ];
}
