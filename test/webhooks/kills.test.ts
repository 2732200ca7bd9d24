import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { seededChance } from '../../scripts/shared/chance.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { spawnWorker } from '../support/server-processes.ts';
import { testEnvironment } from '../support/service.ts';
import { WebhookGround } from './ground.ts';
import { Receiver } from './receiver.ts';

const KILLS = 2;
const SUBJECTS = 8;
const EVENTS_PER_SUBJECT = 15;

describe('workers that are killed while they send webhooks', () => {
  let ground: WebhookGround;
  let server: Receiver;
  before(async () => {
    [ground, server] = [await WebhookGround.open(), await Receiver.open()];
  });
  after(async () => {
    await server?.close();
    await ground?.drop();
  });

  it('lose no event, change no sequence, and double only what was under way, with the same id', async function () {
    this.timeout(240_000);
    const environment = testEnvironment(ground.url, { TEST_REACHES_LOOPBACK: '1' });
    const chance = seededChance(63);
    const { id } = await ground.endpoint(server.url);
    const sent = new Map<string, string[]>();
    for (let index = 0; index < SUBJECTS; index += 1) {
      const subject = randomUUID();
      sent.set(subject, await ground.publish(subject, EVENTS_PER_SUBJECT));
    }
    // Before, or after, it counts as received; then the answer comes, or does not because its worker is dead.
    server.does = (_, response) => void setTimeout(() => response.writeHead(200).end(), 20);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const count = server.received.length;
      const end = spawnWorker(environment);
      const reached = count + chance.whole(3, 12);
      await until(() => server.received.length >= reached, { limitMs: 60_000, failure: 'it sends nothing' });
      await end();
      // What a dead sender has claimed is free after 30 seconds; here at once.
      await ground
        .database('webhook_deliveries')
        .whereNotNull('claim')
        .update({ claimed_until: new Date(0) });
    }
    const last = spawnWorker(environment);
    const all = SUBJECTS * EVENTS_PER_SUBJECT;
    await until(async () => (await ground.statuses(id)).DELIVERED === all, {
      ...{ limitMs: 90_000, everyMs: 100, failure: 'not every event arrived' },
    });
    await last();
    const doubled = server.received.length - new Set(server.ids).size;
    expect(new Set(server.ids).size).to.equal(all);
    expect(doubled).to.be.at.most(KILLS * 4);
    for (const ids of sent.values()) {
      const first = [...new Set(server.ids)].filter((each) => ids.includes(each));
      expect(first, 'in sequence, but for repetitions').to.deep.equal(ids);
    }
  });
});
