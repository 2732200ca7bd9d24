import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../../db/unit-of-work.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { storeTest } from '../../server/integrations/webhooks/message-store.ts';
import { endSecrets, keepSecret, newSecret } from '../../server/integrations/webhooks/secret-store.ts';
import { type Endpoint, WebhookGround } from './ground.ts';
import { answers, hangs, Receiver, takes } from './receiver.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('sending webhooks', () => {
  let ground: WebhookGround;
  const receivers: Receiver[] = [];
  let witness: Receiver;
  let witnessIsKnown = false;

  before(async () => {
    ground = await WebhookGround.open();
    ground.start();
    witness = await receiver();
  });
  afterEach(async () => {
    witnessIsKnown = false;
    await ground.database('webhook_endpoints').update({ removed_at: new Date() });
  });
  after(async () => {
    for (const receiver of receivers) await receiver.close();
    await ground.drop();
  });

  async function receiver(): Promise<Receiver> {
    const opened = await Receiver.open();
    receivers.push(opened);
    return opened;
  }

  const eventually = (work: () => boolean | Promise<boolean>, failure: string, limitMs = 10_000) =>
    until(async () => work(), { limitMs, everyMs: 20, failure });
  /**
   * The sender has looked for messages so often since the call: a second webhook, of another kind, was sent one after
   * the other. What was not sent until then is not sent for now.
   */
  async function senderHasLooked(times = 2): Promise<void> {
    if (!witnessIsKnown) await ground.endpoint(witness.url, ['stock.changed']);
    witnessIsKnown = true;
    for (let look = 0; look < times; look += 1) {
      const [id = ''] = await ground.publish(randomUUID(), 1, 1, 'stock.changed');
      await eventually(() => witness.ids.includes(id), 'the sender has not looked');
    }
  }
  const tried = async (endpoint: Endpoint) =>
    Number(
      (await ground.database('webhook_attempts').where({ endpoint_id: endpoint.id }).count('* as n'))[0]?.n,
    );

  it('signs as Standard Webhooks 1.0 says: the public library accepts it, and nothing that was altered', async () => {
    const server = await receiver();
    const { secret } = await ground.endpoint(server.url);
    const [id] = await ground.publish(randomUUID());
    await eventually(() => server.received.length === 1, 'nothing arrived');
    const [{ headers, body }] = server.received as [Receiver['received'][0]];
    const signed = headers as Record<string, string>;
    expect(new Webhook(secret).verify(body, signed)).to.deep.include({ type: 'task.updated' });
    expect(signed['webhook-id']).to.equal(id);
    expect(signed['content-type']).to.equal('application/json');
    expect(() => new Webhook(secret).verify(`${body} `, signed)).to.throw();
    expect(() => new Webhook(newSecret()).verify(body, signed)).to.throw();
    const other = { ...signed, 'webhook-id': randomUUID() };
    expect(() => new Webhook(secret).verify(body, other)).to.throw();
  });

  it('signs with the former secret, too, until it ends', async () => {
    const server = await receiver();
    const { id: endpointId, secret: former } = await ground.endpoint(server.url);
    const fresh = newSecret();
    const replace = (hours: number) =>
      inTransaction(ground.database, async (trx) => {
        await endSecrets(trx, endpointId, hours);
        await keepSecret(trx, ground.secrets, { id: uuidv7(), endpointId, secret: fresh });
      });
    await replace(1);
    await ground.publish(randomUUID());
    await eventually(() => server.received.length === 1, 'nothing arrived');
    await ground
      .database('webhook_secrets')
      .whereNotNull('ends_at')
      .update({ ends_at: new Date(0) });
    await ground.publish(randomUUID());
    await eventually(() => server.received.length === 2, 'the second did not arrive');
    const verify = (secret: string, place: number) => {
      const { body, headers } = server.received[place] as Receiver['received'][0];
      return new Webhook(secret).verify(body, headers as Record<string, string>);
    };
    for (const secret of [former, fresh]) expect(verify(secret, 0)).to.be.an('object');
    expect(verify(fresh, 1)).to.be.an('object');
    expect(() => verify(former, 1)).to.throw();
  });

  it('sends the events of a subject one after the other, in the sequence of its versions', async () => {
    const server = await receiver();
    const { id } = await ground.endpoint(server.url);
    let busy = 0;
    let most = 0;
    server.does = (_, response) => {
      busy += 1;
      most = Math.max(most, busy);
      setTimeout(() => {
        busy -= 1;
        response.writeHead(200).end();
      }, 5);
    };
    const [one, two] = [randomUUID(), randomUUID()];
    // Stored in the wrong sequence, as effects of two commits may be.
    const later = await ground.publish(one, 10, 11);
    const earlier = await ground.publish(one, 10, 1);
    const others = await ground.publish(two, 20);
    await eventually(async () => (await ground.statuses(id)).DELIVERED === 40, 'not all arrived');
    const of = (ids: readonly string[]) => server.ids.filter((each) => ids.includes(each));
    // What was stored later may find the first of the later ones under way.
    const first = of([...earlier, ...later]);
    expect(first.filter((each) => earlier.includes(each))).to.deep.equal(earlier);
    expect(first.filter((each) => later.includes(each))).to.deep.equal(later);
    expect(of(others)).to.deep.equal(others);
    expect(most, 'requests to one endpoint at a time').to.be.within(2, 4);
  });

  it('waits for an event that has committed before, and is still in the outbox', async () => {
    const server = await receiver();
    const { id } = await ground.endpoint(server.url);
    const subject = randomUUID();
    const row = {
      id: uuidv7(),
      kind: 'order',
      key: subject,
      version: 1,
      correlation_id: 'c',
      request_id: null,
    };
    const effects = [
      { id: randomUUID(), effect: { do: 'consume', consumer: 'publish', payload: { facts: [] } } },
    ];
    await ground.database('outbox').insert({ ...row, effects: JSON.stringify(effects) });
    const [second] = await ground.publish(subject, 1, 2);
    await senderHasLooked();
    expect(server.received).to.have.length(0);
    const [first] = await ground.publish(subject, 1, 1);
    await eventually(async () => (await ground.statuses(id)).DELIVERED === 2, 'they did not arrive');
    expect(server.ids).to.deep.equal([first, second]);
    await ground.database('outbox').delete();
  });

  it('lets no endpoint wait for one that hangs', async () => {
    const [hanging, well] = [await receiver(), await receiver()];
    hanging.does = hangs;
    const slow = await ground.endpoint(hanging.url);
    const { id } = await ground.endpoint(well.url);
    for (let index = 0; index < 50; index += 1) await ground.publish(randomUUID());
    await eventually(async () => (await ground.statuses(id)).DELIVERED === 50, 'the other one waited');
    expect(await tried(slow), 'requests to the one that hangs that have ended').to.equal(0);
    expect(hanging.received.length, 'requests under way to the one that hangs').to.be.at.most(4);
  });

  it('lets no endpoint wait for many that hang, not even at the same host', async () => {
    const server = await receiver();
    server.does = (request, response) => (request.path === '/well' ? takes : hangs)(request, response);
    const at = (path: string) => new URL(path, server.url).href;
    for (let index = 0; index < 40; index += 1) await ground.endpoint(at(`/hanging/${index}`));
    const { id } = await ground.endpoint(at('/well'));
    for (let index = 0; index < 8; index += 1) await ground.publish(randomUUID());
    await eventually(async () => (await ground.statuses(id)).DELIVERED === 8, 'the other one waited', 5_000);
    await ground.database('webhook_endpoints').update({ removed_at: new Date() });
    // What hangs there ends, and leaves its place to the next test.
    await server.close();
  });

  it('sends one test at a time, so that many do not hold other webhooks up', async () => {
    const server = await receiver();
    server.does = hangs;
    const { id } = await ground.endpoint(server.url);
    const now = ground.clock.now();
    for (let index = 0; index < 5; index += 1) {
      const messageId = randomUUID();
      const about = { kind: 'webhook.test', subject_id: messageId, subject_version: 1 };
      const message = {
        id: messageId,
        seller_id: null,
        ...about,
        body: '{}',
        happened_at: now.toISOString(),
      };
      await inTransaction(ground.database, (trx) => storeTest(trx, id, message, now));
    }
    await eventually(() => server.received.length > 0, 'no test arrived');
    await senderHasLooked();
    expect(server.received).to.have.length(1);
    await ground.database('webhook_endpoints').where({ id }).update({ removed_at: new Date() });
    await server.close();
  });

  it('tries ten times over some 76 hours, then gives the message up and switches the endpoint off', async () => {
    const server = await receiver();
    server.does = answers(500, {}, 'no\u0000t today');
    const endpoint = await ground.endpoint(server.url);
    const began = ground.clock.now().getTime();
    await ground.publish(randomUUID());
    const hours: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await eventually(async () => (await tried(endpoint)) >= attempt, `attempt ${attempt} did not come`);
      hours.push((ground.clock.now().getTime() - began) / HOUR);
      const row = await ground.database('webhook_deliveries').where({ endpoint_id: endpoint.id }).first();
      const { rest_until: rest } = await ground.state(endpoint.id);
      if (row.status !== 'PENDING') break;
      const next = Math.max(row.next_attempt_at.getTime(), rest?.getTime() ?? 0);
      ground.clock.advance(next - ground.clock.now().getTime() - 500);
      await senderHasLooked();
      expect(await tried(endpoint), 'not before it is due').to.equal(attempt);
      ground.clock.advance(1_000);
    }
    expect(hours).to.have.length(10);
    expect(hours.at(-1)).to.be.within(68, 84);
    await eventually(async () => (await ground.state(endpoint.id)).status === 'DISABLED', 'it is still on');
    expect(await ground.statuses(endpoint.id)).to.deep.equal({ FAILED: 1 });
    expect((await ground.state(endpoint.id)).disabled_because).to.equal('FAILING');
    const { effects } = await ground.database('outbox').orderBy('at', 'desc').first('effects');
    expect(effects[0].effect.payload).to.include({ kind: 'WEBHOOK_DISABLED', reason: 'FAILING' });
    const { answer, http_status: status } = await ground
      .database('webhook_attempts')
      .where({ endpoint_id: endpoint.id })
      .first();
    expect({ status, answer }).to.deep.equal({ status: 500, answer: 'no t today' });
  });

  it('honours Retry-After, takes a redirect for a failure, and switches off at 410', async () => {
    const server = await receiver();
    const endpoint = await ground.endpoint(server.url);
    server.does = answers(429, { 'Retry-After': '1200' });
    await ground.publish(randomUUID());
    await eventually(async () => (await tried(endpoint)) === 1, 'the first attempt did not come');
    ground.clock.advance(19 * MINUTE);
    await senderHasLooked();
    expect(server.received).to.have.length(1);
    server.does = answers(302, { Location: server.url.replace('/hook', '/elsewhere') });
    ground.clock.advance(2 * MINUTE);
    await eventually(async () => (await tried(endpoint)) === 2, 'the second attempt did not come');
    server.does = answers(410);
    ground.clock.advance(10 * MINUTE);
    await eventually(async () => (await ground.state(endpoint.id)).status === 'DISABLED', 'it is still on');
    expect(server.received.map(({ path }) => path)).to.deep.equal(['/hook', '/hook', '/hook']);
    expect((await ground.state(endpoint.id)).disabled_because).to.equal('GONE');
    await ground.publish(randomUUID());
    await senderHasLooked();
    expect(server.received).to.have.length(3);
  });

  it('delivers a day of events in sequence once the receiver is back', async function () {
    this.timeout(60_000);
    const [down, up] = [await receiver(), await receiver()];
    const [endpoint, other] = [await ground.endpoint(down.url), await ground.endpoint(up.url)];
    down.does = answers(503);
    const subjects = Array.from({ length: 12 }, () => randomUUID());
    const sent = new Map<string, string[]>(subjects.map((each) => [each, []]));
    for (let hour = 0; hour < 24; hour += 1) {
      for (const subject of subjects) {
        const known = sent.get(subject) ?? [];
        known.push(...(await ground.publish(subject, 2, known.length + 1)));
        sent.set(subject, known);
      }
      ground.clock.advance(HOUR);
      await senderHasLooked(1);
    }
    const count = subjects.length * 48;
    await eventually(
      async () => (await ground.statuses(other.id)).DELIVERED === count,
      'the other waited',
      20_000,
    );
    const outage = down.received.length;
    expect(outage, 'one that is down is asked rarely').to.be.within(10, 200);
    down.does = takes;
    ground.clock.advance(6 * MINUTE);
    await eventually(
      async () => (await ground.statuses(endpoint.id)).DELIVERED === count,
      'not all came',
      30_000,
    );
    for (const server of [down, up]) {
      const taken = server === down ? server.ids.slice(outage) : server.ids;
      for (const subject of subjects) {
        const ids = sent.get(subject) ?? [];
        expect(taken.filter((id) => ids.includes(id))).to.deep.equal(ids);
      }
    }
    expect((await ground.state(endpoint.id)).failing_since).to.equal(null);
  });

  it('reaches no server inside, however its name is resolved', async () => {
    const inside = await receiver();
    const { port } = new URL(inside.url);
    await ground.stop();
    const found: Record<string, string[]> = {
      'private.erp.qa': ['10.0.0.8'],
      'partly.erp.qa': ['8.8.8.8', '127.0.0.2'],
      'six.erp.qa': ['::1'],
      'mapped.erp.qa': ['::ffff:127.0.0.1'],
      'nat64.erp.qa': ['64:ff9b::7f00:1'],
      'sixtofour.erp.qa': ['2002:7f00:1::'],
      'metadata.erp.qa': ['169.254.169.254'],
      'cgnat.erp.qa': ['100.64.0.1'],
      'nothing.erp.qa': [],
    };
    const asked: string[] = [];
    ground.start(async (name) => {
      asked.push(name);
      return found[name] ?? [];
    });
    const endpoints = [];
    for (const name of Object.keys(found))
      endpoints.push(await ground.endpoint(`https://${name}:${port}/hook`));
    await ground.publish(randomUUID());
    for (const endpoint of endpoints) {
      await eventually(async () => (await tried(endpoint)) === 1, 'it was not tried');
      const { error } = await ground.database('webhook_attempts').where({ endpoint_id: endpoint.id }).first();
      expect(error).to.match(/^The address (resolves to|names) /);
    }
    expect(inside.received).to.have.length(0);
    expect(asked.sort(), 'each name is looked up once').to.deep.equal(Object.keys(found).sort());
    await ground.stop();
    ground.start();
  });
});
