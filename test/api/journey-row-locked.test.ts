import { expect } from 'chai';
import { faults } from '../../scripts/demo/books.ts';
import { playJourney } from '../../scripts/demo/journey.ts';
import { startWorker } from '../../server/compose/compose.ts';
import { checkProjections } from '../../server/kernel/actors/check-projections.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { createLogger } from '../../server/kernel/process/logger.ts';
import { makeAdministrator, makeDispatcher } from '../support/people.ts';
import { startService, type TestService, testEnvironment } from '../support/service.ts';

const SILENT = { step: () => undefined, event: () => undefined };

describe('one order in a cluster without owners, each command under a row lock', () => {
  let service: TestService;
  let worker: { close(): Promise<void> };
  const env = { ACTOR_RUNTIME: 'row-locked' };

  before(async () => {
    service = await startService({ env });
    const { redisNamespace } = service.inside.deps.config;
    const environment = testEnvironment(service.databaseUrl, { ...env, REDIS_NAMESPACE: redisNamespace });
    worker = await startWorker(loadConfig(environment), {
      log: createLogger('silent', 'worker'),
      clock: service.clock,
    });
  });

  after(async () => {
    await worker?.close();
    await service?.stop();
  });

  it('ends with the same ledger', async function () {
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

    // Every command raised the epoch, which would have fenced out any owner.
    const order = await database('actor')
      .where({ kind: 'order', key: books.order.id })
      .first('version', 'epoch');
    expect(order.version).to.be.greaterThan(10);
    expect(order.epoch).to.be.at.least(order.version - 1);
  });
});
