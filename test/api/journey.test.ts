import { expect } from 'chai';
import { readOrphans } from '../../db/stores/reference-store.ts';
import { faults } from '../../scripts/demo/books.ts';
import { type JourneyOutcome, playJourney } from '../../scripts/demo/journey.ts';
import { startWorker } from '../../server/compose/compose.ts';
import { checkProjections } from '../../server/kernel/actors/check-projections.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { createLogger } from '../../server/kernel/process/logger.ts';
import { makeAdministrator, makeDispatcher } from '../support/people.ts';
import { startService, type TestService, testEnvironment } from '../support/service.ts';

/** Fields that must never leave the service in a live event. */
const SECRETS = /"(code|codeHash|hash|sealed|phone|address|password|token)":/i;

describe('one order from an empty cart to settled cash', () => {
  let service: TestService;
  let worker: { close(): Promise<void> };
  let outcome: JourneyOutcome;
  const steps: string[] = [];

  before(async function () {
    this.timeout(60_000);
    service = await startService();
    const environment = testEnvironment(service.databaseUrl, {
      REDIS_NAMESPACE: service.inside.deps.config.redisNamespace,
    });
    worker = await startWorker(loadConfig(environment), {
      log: createLogger('silent', 'worker'),
      clock: service.clock,
    });
    const installation = {
      url: service.url,
      dispatcher: await makeDispatcher(service),
      admin: await makeAdministrator(service),
    };
    outcome = await playJourney(installation, {
      step: (who, what) => steps.push(`${who} ${what}`),
      event: () => undefined,
    });
  });

  after(async () => {
    await worker?.close();
    await service?.stop();
  });

  it('leaves a balanced ledger', () => {
    expect(faults(outcome.books)).to.deep.equal([]);
    expect(outcome.books.ledger.entries).to.be.greaterThan(0);
  });

  it('passed through every state of the task, once, in order', () => {
    const states = outcome.books.task.history.map((entry) => entry.status);
    expect(states).to.deep.equal([
      'UNASSIGNED',
      'ASSIGNED',
      'ACCEPTED',
      'PICKED_UP',
      'IN_TRANSIT',
      'ARRIVED',
      'CODE_VERIFIED',
      'CASH_RECORDED',
      'COMPLETED',
    ]);
  });

  it('notified each of the four people of what concerns them, and no one else', () => {
    const events = (who: string) =>
      new Set(outcome.heard.filter((one) => one.who === who).map((one) => one.event));
    expect([...events('Buyer')])
      .to.include.members(['order.updated', 'notification.created'])
      .and.not.include.members(['task.updated', 'route.updated', 'cash.updated']);
    expect([...events('Seller')])
      .to.include.members(['group.updated', 'notification.created'])
      .and.not.include.members(['task.updated', 'order.updated']);
    expect([...events('Driver')])
      .to.include.members(['task.offered', 'task.updated', 'route.updated', 'shift.updated', 'cash.updated'])
      .and.not.include.members(['order.updated', 'group.updated']);
    expect([...events('Dispatcher')]).to.include.members([
      'task.updated',
      'route.updated',
      'driver.updated',
      'cash.updated',
    ]);
  });

  it('never put a code, a secret or a phone number into a live event', () => {
    for (const { event, payload } of outcome.heard)
      expect(JSON.stringify(payload), event).to.not.match(SECRETS);
  });

  it('queued the SMS with the code and left it queued, and erased the code after use', async () => {
    const { database } = service.inside.deps;
    const [row] = await database('notifications as n')
      .join('notification_deliveries as d', 'd.notification_id', 'n.id')
      .where({ 'n.kind': 'DELIVERY_CODE', 'd.channel': 'SMS' })
      .select('d.status', 'n.sealed');
    expect(row).to.deep.equal({ status: 'QUEUED', sealed: null });
  });

  it('wrote each command as the owner of its actor, which raises the epoch with an activation only', async () => {
    const { database } = service.inside.deps;
    const order = await database('actor')
      .where({ kind: 'order', key: outcome.books.order.id })
      .first('version', 'epoch');
    expect(order.version).to.be.greaterThan(10);
    expect(order.epoch).to.be.lessThan(4);
  });

  it("left every projection equal to its actor's state", async () => {
    const { database } = service.inside.deps;
    const check = await checkProjections(database);
    expect(check.faults).to.deep.equal([]);
    expect([check.actors, check.rows > check.actors]).to.deep.equal([2, true]);
    expect(await readOrphans(database)).to.deep.equal([]);

    await database('order_groups').update({ payment_status: 'PENDING' });
    const [fault] = (await checkProjections(database)).faults;
    expect([fault?.table, fault?.column, fault?.row, fault?.state]).to.deep.equal([
      'order_groups',
      'payment_status',
      'PENDING',
      'SETTLED',
    ]);
    await database('order_groups').update({ payment_status: 'SETTLED' });
  });

  it('left no work behind', async () => {
    const { database } = service.inside.deps;
    expect(await database('outbox').select('*')).to.deep.equal([]);
    expect(await database('zone_tickets').select('*')).to.deep.equal([]);
    expect(await database('actor_timer').select('name')).to.deep.equal([]);
  });
});
