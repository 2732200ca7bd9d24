import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { OwnInstallation } from '../../scripts/city/faults/own-installation.ts';
import { playUnderFaults } from '../../scripts/city/faults/play-under-faults.ts';
import type { Difference } from '../../scripts/city/verdict/difference.ts';
import { verdictLines } from '../../scripts/city/verdict/print-verdict.ts';

const SIZES = { seed: 7, orders: 18, drivers: 7, hours: 1 };
const RATE = 120;
/** One of each that hurts most, close enough together to meet a day of half a minute. */
const COUNTS = {
  'kill-api': 1,
  'kill-worker': 0,
  'kill-redis': 1,
  'empty-redis': 0,
  'restart-postgres': 1,
  'cut-connections': 0,
};
const SPAN = 60;

/** What somebody may do to a database behind the service's back, and the rule that must notice. */
const DAMAGES = [
  { rule: 'cash', sql: 'UPDATE drivers SET cash_on_hand = cash_on_hand + 5' },
  { rule: 'stock', sql: 'UPDATE stock_levels SET on_hand = on_hand + 1' },
  {
    rule: 'notifications',
    sql: `INSERT INTO notification_deliveries (id, notification_id, channel, status, provider_ref)
          SELECT gen_random_uuid(), n.id, 'SMS', 'SENT', 'forged' FROM notifications n
           WHERE n.kind = 'ORDER_PLACED' ORDER BY n.id DESC LIMIT 1`,
  },
  {
    rule: 'acts',
    sql: `UPDATE order_groups SET status = 'ACCEPTED' WHERE id = (
            SELECT id FROM order_groups WHERE status <> 'ACCEPTED' ORDER BY id LIMIT 1)`,
  },
  {
    rule: 'views',
    sql: `UPDATE delivery_tasks SET round = round + 7 WHERE id = (
            SELECT id FROM delivery_tasks ORDER BY id LIMIT 1)`,
  },
] as const;

describe('the city under faults', () => {
  let folder: string;
  let own: OwnInstallation | undefined;
  const stop = new AbortController();

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'wasl-city-'));
  });

  after(async () => {
    stop.abort();
    await own?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function damage(installation: OwnInstallation): Promise<void> {
    const client = new pg.Client({ connectionString: installation.databaseUrl });
    await client.connect();
    try {
      for (const { sql } of DAMAGES) await client.query(sql);
    } finally {
      await client.end();
    }
  }

  it('adds up at the end of a short day, and no more when its database is damaged', async function () {
    this.timeout(300_000);
    const installation = await OwnInstallation.start({
      folder,
      rate: RATE,
      processes: 2,
      signal: stop.signal,
    });
    own = installation;
    let damaged: Difference[] = [];
    const { judgement, logbook, havoc } = await playUnderFaults({
      ...{ ...SIZES, own: installation, folder, counts: COUNTS, span: SPAN, signal: stop.signal },
      onJudged: async (again) => {
        await damage(installation);
        damaged = (await again()).differences;
      },
    });
    expect(verdictLines(judgement.differences).join('\n')).to.contain('The day adds up.');
    // On a machine that is busy with other things checkouts run out before they are confirmed, and are not the point.
    expect(logbook.orders.size).to.be.greaterThan(0);
    expect(Object.fromEntries(havoc?.done ?? [])).to.deep.equal({
      'API killed': 1,
      'Redis killed': 1,
      'PostgreSQL restarted': 1,
    });
    const noticed = new Set<string>(damaged.map(({ rule }) => rule));
    expect([...noticed]).to.include.members(DAMAGES.map(({ rule }) => rule));
  });
});
