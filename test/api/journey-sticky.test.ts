import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { faults } from '../../scripts/demo/books.ts';
import { playJourney } from '../../scripts/demo/journey.ts';
import { checkProjections } from '../../server/actors/check-projections.ts';
import { startWorker } from '../../server/compose.ts';
import { loadConfig } from '../../server/config.ts';
import { createLogger } from '../../server/logger.ts';
import { makeAdministrator, makeDispatcher } from '../support/people.ts';
import { startService, type TestService, testEnvironment } from '../support/service.ts';

const SILENT = { step: () => undefined, event: () => undefined };

describe('one order with sticky owners', () => {
  let service: TestService;
  let worker: { close(): Promise<void> };
  const env = { ACTOR_RUNTIME: 'sticky' };

  before(async () => {
    service = await startService({ env });
    const { redisNamespace } = service.inside.deps.config;
    const environment = testEnvironment(service.databaseUrl, { ...env, REDIS_NAMESPACE: redisNamespace });
    worker = await startWorker(loadConfig(environment), {
      log: createLogger('silent', 'worker'),
      clock: service.clock,
    });
    // A fresh namespace is an emptied Redis: nobody may own anything before the leases that might exist have lapsed.
    await owned(service);
  });

  after(async () => {
    await worker?.close();
    await service?.stop();
  });

  it('ends in the same books, each command written by the owner of its actor', async function () {
    this.timeout(60_000);
    const { database } = service.inside.deps;
    const installation = {
      url: service.url,
      dispatcher: await makeDispatcher(service),
      admin: await makeAdministrator(service),
    };
    const { books } = await playJourney(installation, SILENT);
    expect(faults(books)).to.deep.equal([]);
    expect((await checkProjections(database)).faults).to.deep.equal([]);

    // A row-locked write raises the epoch with every command, an owner with every activation only.
    const order = await database('actor')
      .where({ kind: 'order', key: books.order.id })
      .first('version', 'epoch');
    expect(order.version).to.be.greaterThan(10);
    expect(order.epoch).to.be.lessThan(4);
  });
});

/** Waits until a command finds its actor owned: the epoch no longer follows the version. */
async function owned(service: TestService): Promise<void> {
  const { database, actors } = service.inside.deps;
  const { id: key } = await database('delivery_zones').first('id');
  const cause = () => ({ effectId: uuidv7(), correlationId: uuidv7(), requestId: null });
  const epoch = async () => (await database('actor').where({ kind: 'zone', key }).first('epoch')).epoch;
  const deadline = Date.now() + 15_000;
  for (;;) {
    const before = await epoch();
    for (let count = 0; count < 3; count += 1) {
      const payload = { taskId: uuidv7(), round: 1 };
      await actors.follow(cause(), { kind: 'zone', key }, 'withdraw', payload);
    }
    if ((await epoch()) - before < 2) return;
    if (Date.now() > deadline) throw new Error('no owner came to be');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
