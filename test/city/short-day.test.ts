import { expect } from 'chai';
import pg from 'pg';
import { playUnderFaults } from './faults/play-under-faults.ts';
import { type OwnGround, ownGround } from './own-ground.ts';
import type { Difference } from './verdict/evidence/difference.ts';
import { verdictLines } from './verdict/print-verdict.ts';
import { WhereItStands } from './where-it-stands.ts';

/**
 * A quarter of an hour of orders, with a seed whose buyers live near: unanswered doors, goods that return, a cancelled
 * order and wrong codes. Nothing waits for shifts to end, since the day lasts longer on a busy machine.
 */
const SIZES = { seed: 1338, orders: 9, drivers: 6, hours: 0.25, afterwards: 580, pages: 0 };
const RATE = 300;
const COUNTS = {
  'kill-api': 1,
  'kill-worker': 0,
  'kill-redis': 0,
  'empty-redis': 1,
  'restart-postgres': 1,
  'cut-connections': 0,
};

/** Changes to the database behind the service's back, each with the rule that must notice. */
const DAMAGES = [
  { rule: 'cash', sql: 'UPDATE drivers SET cash_on_hand = cash_on_hand + 5' },
  { rule: 'payables', sql: `UPDATE order_groups SET commission = commission + 1 WHERE status = 'DELIVERED'` },
  { rule: 'stock', sql: 'UPDATE stock_levels SET on_hand = on_hand + 1' },
  { rule: 'shelves', sql: 'UPDATE offers SET price = price + 1' },
  {
    rule: 'notifications',
    sql: `INSERT INTO notification_deliveries (notification_id, channel, status, provider_ref)
          SELECT n.id, 'SMS', 'SENT', 'forged' FROM notifications n
           WHERE n.kind = 'ORDER_PLACED' ORDER BY n.id DESC LIMIT 1`,
  },
  {
    rule: 'acts',
    sql: `UPDATE order_groups SET status = 'ACCEPTED' WHERE id = (
            SELECT id FROM order_groups WHERE status = 'DELIVERED' ORDER BY id LIMIT 1)`,
  },
  {
    rule: 'views',
    sql: `UPDATE delivery_tasks SET round = round + 7 WHERE id = (
            SELECT id FROM delivery_tasks ORDER BY id LIMIT 1)`,
  },
] as const;

describe('a short day of the city under faults', () => {
  let ground: OwnGround | undefined;
  let stands: WhereItStands;

  afterEach(async function () {
    this.timeout(60_000);
    if (this.currentTest?.state === 'failed') console.log(stands.line);
    await ground?.release();
  });

  async function damage(databaseUrl: string): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      // The database's own guards would refuse some of it.
      await client.query('SET session_replication_role = replica');
      for (const { sql } of DAMAGES) await client.query(sql);
    } finally {
      await client.end();
    }
  }

  it('adds up, and no longer when its database is damaged', async function () {
    this.timeout(600_000);
    stands = new WhereItStands();
    ground = await ownGround(RATE);
    const { own, folder, signal } = ground;
    let damaged: Difference[] = [];
    const { judgement, logbook, figures, havoc } = await playUnderFaults({
      ...{ ...SIZES, own, folder, signal, counts: COUNTS },
      ...{ onFigures: stands.onFigures, onHavoc: stands.onHavoc },
      onJudged: async (again) => {
        await damage(own.databaseUrl);
        damaged = (await again()).differences;
      },
    });
    const findings = [...verdictLines(judgement.differences), ...logbook.mishaps].join('\n');
    expect(judgement.differences, findings).to.deep.equal([]);
    expect(Object.fromEntries(havoc?.done ?? [])).to.deep.equal({
      'API killed': 1,
      'Redis emptied': 1,
      'PostgreSQL restarted': 1,
    });
    expect(logbook.orders.size).to.be.greaterThan(0);
    expect(figures.groups.get('DELIVERED') ?? 0).to.be.greaterThan(0);
    expect(logbook.payouts, findings).not.to.have.length(0);
    expect(logbook.files, findings).not.to.have.length(0);
    const noticed = new Set<string>(damaged.map(({ rule }) => rule));
    expect([...noticed]).to.include.members(DAMAGES.map(({ rule }) => rule));
  });
});
