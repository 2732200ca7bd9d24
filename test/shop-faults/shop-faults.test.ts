import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { auditShop } from './books.ts';
import { runShopFaults, type ShopFaultsFigures } from './shop-faults.ts';

/** A short run; `npm run test:shop-faults` runs for as long as wanted. */
const COUNTS = {
  ...{ 'kill-api': 2, 'restart-postgres': 1 },
  ...{ 'kill-worker': 0, 'kill-redis': 0, 'empty-redis': 0, 'cut-connections': 0 },
};

const NOBODYS = '01900000-0000-7000-8000-00000000dead';
const LEFT_RESERVED = `
  UPDATE stock_levels SET reserved = reserved + 1
   WHERE (offer_id, warehouse_id) = (SELECT offer_id, warehouse_id FROM stock_levels WHERE on_hand > reserved LIMIT 1)`;

describe('shoppers while the API and PostgreSQL are killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-shop-faults-'));
  const stop = new AbortController();
  let figures: ShopFaultsFigures;
  let noticed: string[];

  before(async function () {
    this.timeout(400_000);
    figures = await runShopFaults({
      ...{ folder, seed: 16, shoppers: 16, seconds: 4, counts: COUNTS, signal: stop.signal },
      onAudited: async (database, acknowledged) => {
        const offerIds = acknowledged[0]?.offerIds ?? [];
        const forged = [...acknowledged.slice(1), { orderId: NOBODYS, offerIds }];
        await database.raw(LEFT_RESERVED);
        noticed = await auditShop(database, forged);
      },
    });
  });

  after(() => {
    stop.abort();
    rmSync(folder, { recursive: true, force: true });
  });

  it('notice every fault and continue buying', () => {
    expect(figures.done).to.deep.equal({ 'API killed': 2, 'PostgreSQL restarted': 1 });
    expect(figures.repeats).to.be.at.least(1);
    expect(figures.orders).to.be.at.least(4);
  });

  it('lose no acknowledged order, double none and leave nothing reserved, and the books add up', () => {
    expect(figures.faults, figures.faults.join('\n')).to.deep.equal([]);
  });

  it('fail the audit if one order is lost, another doubled, and a unit left reserved', () => {
    expect(noticed.filter((fault) => /was acknowledged, stored is nothing$/.test(fault))).to.have.length(1);
    expect(noticed.filter((fault) => /was never acknowledged/.test(fault))).to.have.length(1);
    expect(noticed).to.include('0 reservations are left, 1 units reserved');
    expect(noticed.some((fault) => fault.startsWith('stock: '))).to.equal(true);
  });
});
