import { expect } from 'chai';
import { ANSWERS, AnswerWatch } from '../../db/answer-watch.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { Primary } from '../../db/primary.ts';
import { seededChance } from '../../scripts/shared/chance.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { Way } from '../chaos/way.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';

const CALM = { delay: 0, jitter: 0, loss: 0 };

describe('the watch over answers of the database', () => {
  let database: TestDatabase;
  let direct: Database;
  let way: Way;
  let watch: AnswerWatch;
  let address: string;
  let heard: boolean[];

  beforeEach(async () => {
    database = await createEmptyDatabase();
    direct = openDatabase(database.url, { name: 'test', max: 1 });
    const url = new URL(database.url);
    way = await Way.open({ port: Number(url.port), weather: CALM, chance: seededChance(1) });
    url.port = String(way.port);
    address = url.href;
    heard = [];
  });

  afterEach(async () => {
    await watch.close();
    await way.close();
    await direct.destroy();
    await database.drop();
  });

  function watchFor(silentMs: number): void {
    watch = new AnswerWatch(new Primary(address), { everyMs: 50, silentMs });
    watch.onChange((silent) => heard.push(silent));
  }

  for (const loss of ['all', 'requests', 'answers'] as const)
    it(`tells when the network lets ${loss === 'all' ? 'nothing' : `no ${loss}`} pass, and when it does again`, async () => {
      watchFor(1_500);
      way.cut(loss);
      await until(() => heard.length > 0);
      expect(heard).to.deep.equal([true]);
      way.mend(loss);
      await until(() => heard.length > 1);
      expect(heard).to.deep.equal([true, false]);
    });

  it('says nothing of connections that are reset, and makes another', async () => {
    // Long enough that a pause of a busy machine does not count as a database that stopped answering.
    watchFor(20_000);
    const former = new Set<number>();
    for (let round = 0; round < 4; round += 1) {
      await until(async () => (await sessions()).some((pid) => !former.has(pid)));
      for (const pid of await sessions()) former.add(pid);
      way.reset();
    }
    expect(heard).to.deep.equal([]);
  });

  async function sessions(): Promise<number[]> {
    const rows = await direct('pg_stat_activity')
      .whereRaw('datname = current_database()')
      .where({ application_name: ANSWERS })
      .select('pid');
    return rows.map(({ pid }) => pid);
  }
});
