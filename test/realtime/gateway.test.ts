import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { stub } from 'sinon';
import type { RoomAnswer } from '../../realtime/events.ts';
import {
  caller,
  connectLive,
  freshNamespace,
  type LiveClient,
  type LiveProcess,
  refusal,
  startLive,
  Tokens,
} from './live-fixture.ts';

describe('the live gateway', () => {
  const tokens = new Tokens();
  const mayHear = new Set<string>();
  const clients: LiveClient[] = [];
  let live: LiveProcess;

  before(async () => {
    const access = {
      maySee: async ({ accountId }: { accountId: string }, room: string) =>
        mayHear.has(`${accountId} ${room}`),
    };
    live = await startLive({ callers: tokens, namespace: freshNamespace(), access, recheckEvery: 100 });
  });

  afterEach(() => {
    for (const { socket } of clients.splice(0)) socket.close();
  });

  after(() => live.close());

  async function connect(token: string): Promise<LiveClient> {
    const client = await connectLive(live.url, token);
    clients.push(client);
    return client;
  }

  async function signIn(parts: Parameters<typeof caller>[0]): Promise<LiveClient> {
    const account = caller(parts);
    const client = await connect(tokens.give(account));
    client.accountId = account.accountId;
    return client;
  }

  it('gives each account the events of its own rooms and no others', async () => {
    const [driverId, sellerId] = [randomUUID(), randomUUID()];
    const [buyerId, adminId] = [randomUUID(), randomUUID()];
    const cast = {
      buyer: await signIn({ accountId: buyerId, roles: ['BUYER'] }),
      otherBuyer: await signIn({ roles: ['BUYER'] }),
      seller: await signIn({ roles: ['SELLER_STAFF'], sellerId }),
      otherSeller: await signIn({ roles: ['SELLER_OWNER'], sellerId: randomUUID() }),
      driver: await signIn({ roles: ['DRIVER'], driverId }),
      dispatcher: await signIn({ roles: ['DISPATCHER'] }),
      admin: await signIn({ accountId: adminId, roles: ['ADMIN'], mfa: true }),
    };
    live.pusher.push([`account:${buyerId}`], 'notification.created', { n: 1 });
    live.pusher.push([`seller:${sellerId}`], 'group.updated', { n: 2 });
    live.pusher.push(['dispatch', `driver:${driverId}`], 'task.updated', { n: 3 });
    live.pusher.push([`account:${adminId}`], 'notification.created', { n: 4 });
    live.pusher.push([`order:${randomUUID()}`, `zone:${randomUUID()}`], 'order.updated', { n: 5 });
    // Sent last, so a client that has it has everything sent before.
    const everyone = Object.values(cast).map(({ accountId }) => `account:${accountId}`);
    live.pusher.push(everyone, 'marker', {});
    await Promise.all(Object.values(cast).map((client) => client.next('marker')));
    const heard = Object.entries(cast).map(([name, { received }]) => [
      name,
      received.filter(({ event }) => event !== 'marker').map(({ payload }) => payload.n),
    ]);
    expect(Object.fromEntries(heard)).to.deep.equal({
      buyer: [1],
      otherBuyer: [],
      seller: [2],
      otherSeller: [],
      driver: [3],
      dispatcher: [3],
      admin: [3, 4],
    });
    expect(cast.buyer.received[0]?.stamp?.at).to.match(/^\d{4}-.*Z$/);
    expect(live.seen).to.deep.equal([driverId]);
  });

  it('counts the events of each room', async () => {
    const dispatcher = await signIn({ roles: ['DISPATCHER'], driverId: randomUUID() });
    const own = `account:${dispatcher.accountId}`;
    const { rooms } = (await dispatcher.next('live.hello')) as { rooms: RoomAnswer[] };
    const before = new Map(rooms.map((answer) => [answer.room, answer]));
    live.pusher.push(['dispatch', own], 'task.updated', {}, 'first');
    live.pusher.push(['dispatch'], 'marker', {}, 'second');
    await dispatcher.next('marker');
    live.pusher.push([own], 'last', {}, 'third');
    await dispatcher.next('last');
    const heard = (room: string) =>
      dispatcher.received
        .filter(({ stamp }) => stamp?.room === room && stamp.epoch === before.get(room)?.epoch)
        .map(({ event, stamp }) => [event, (stamp?.seq ?? 0) - (before.get(room)?.seq ?? 0), stamp?.id]);
    // An event for several rooms is delivered in each of them, with the same id.
    expect(heard('dispatch')).to.deep.equal([
      ['task.updated', 1, 'first'],
      ['marker', 2, 'second'],
    ]);
    expect(heard(own)).to.deep.equal([
      ['task.updated', 1, 'first'],
      ['last', 2, 'third'],
    ]);
  });

  for (const [what, token] of [
    ['without a token', undefined],
    ['with an unknown token', 'x'],
    ['with a token that is no text', { a: 1 }],
    ['with an oversized token', 'x'.repeat(5_000)],
  ] as const) {
    it(`refuses a handshake ${what}`, async () => {
      const problem = await refusal(live.url, token);
      expect(problem).to.include({ code: 'auth.UNAUTHENTICATED', status: 401 });
      expect(problem.detail).to.be.a('string');
    });
  }

  it('refuses an administrator without second factor', async () => {
    const problem = await refusal(live.url, tokens.give(caller({ roles: ['ADMIN', 'DISPATCHER'] })));
    expect(problem).to.include({ code: 'auth.MFA_REQUIRED', status: 403 });
  });

  it('closes a socket whose token expires, with the reason', async () => {
    const client = await connect(tokens.give(caller(), 150));
    const gone = client.disconnected();
    expect(await client.next('session.ended')).to.include({ code: 'auth.UNAUTHENTICATED' });
    expect(await gone).to.equal('io server disconnect');
  });

  it('closes a socket whose session is revoked', async () => {
    const token = tokens.give(caller());
    const client = await connect(token);
    const gone = client.disconnected();
    tokens.revoke(token);
    expect(await client.next('session.ended')).to.include({ code: 'auth.UNAUTHENTICATED' });
    expect(await gone).to.equal('io server disconnect');
  });

  it('accepts a new token of the same account on the open connection', async () => {
    const account = caller();
    const old = tokens.give(account);
    const client = await connect(old);
    const answer = await client.ask('renew', { token: tokens.give(account, 3_600_000) });
    expect(answer.ok).to.equal(true);
    expect(Date.parse(String(answer.expiresAt))).to.be.greaterThan(Date.now() + 3_000_000);
    // The former token no longer matters: its end is not the socket's.
    tokens.revoke(old);
    expect(await client.ask('renew', { token: tokens.give(caller()) })).to.include({
      ok: false,
      code: 'auth.FORBIDDEN',
    });
    expect(await client.ask('renew', { token: 'unknown' })).to.include({ code: 'auth.UNAUTHENTICATED' });
    expect(client.socket.connected).to.equal(true);
  });

  describe('requested rooms', () => {
    it('are joined by those who may see them, until they leave', async () => {
      const accountId = randomUUID();
      const [room, own] = [`order:${randomUUID()}`, `account:${accountId}`];
      mayHear.add(`${accountId} ${room}`);
      const client = await signIn({ accountId });
      expect(await client.ask('subscribe', { room })).to.include({ ok: true, room, live: true, seq: 0 });
      live.pusher.push([room], 'order.updated', { n: 1 });
      live.pusher.push([own], 'marker', {});
      await client.next('marker');
      expect(client.received.map(({ event }) => event)).to.deep.equal(['order.updated', 'marker']);
      expect(await client.ask('unsubscribe', { room })).to.deep.equal({ ok: true, room });
      live.pusher.push([room], 'order.updated', { n: 2 });
      live.pusher.push([own], 'last', {});
      await client.next('last');
      expect(client.received.map(({ event }) => event)).to.deep.equal(['order.updated', 'marker', 'last']);
    });

    it("get the same response whether they are another's, unknown or malformed", async () => {
      const client = await signIn({ roles: ['BUYER'] });
      for (const room of [
        `order:${randomUUID()}`,
        `account:${randomUUID()}`,
        'dispatch',
        'order:1',
        '__proto__',
      ]) {
        const answer = await client.ask('subscribe', { room });
        expect(answer).to.deep.equal({
          ok: false,
          code: 'common.NOT_FOUND',
          status: 404,
          detail: 'No such room.',
        });
      }
    });

    it('are refused when the request is malformed', async () => {
      const client = await signIn({});
      for (const payload of [
        undefined,
        null,
        'dispatch',
        {},
        { room: 7 },
        { room: '' },
        { room: 'x'.repeat(65) },
      ]) {
        expect(await client.ask('subscribe', payload)).to.include({
          ok: false,
          code: 'common.VALIDATION_FAILED',
        });
      }
    });

    it('cannot be used to leave the rooms of the account itself', async () => {
      const accountId = randomUUID();
      const client = await signIn({ accountId });
      await client.ask('unsubscribe', { room: `account:${accountId}` });
      live.pusher.push([`account:${accountId}`], 'marker', {});
      await client.next('marker');
    });

    it('are limited in their rate', async () => {
      const client = await signIn({});
      const requests = Array.from({ length: 180 }, () =>
        client.ask('subscribe', { room: `order:${randomUUID()}` }),
      );
      const answers = await Promise.all(requests);
      const limited = answers.filter(({ code }) => code === 'common.RATE_LIMITED');
      expect(limited).to.have.lengthOf.within(20, 60);
      expect(limited[0]).to.include({ status: 429, retryAfter: 1 });
    });

    it('are limited for all connections of an account together', async () => {
      const token = tokens.give(caller({}));
      const connections = await Promise.all(Array.from({ length: 12 }, () => connect(token)));
      const other = await signIn({});
      // Time stands still, so that no budget fills up again.
      const now = performance.now();
      const clock = stub(performance, 'now').returns(now);
      try {
        const asks = connections.flatMap((client) =>
          // Without the limit of `ask`, since there are many.
          Array.from({ length: 120 }, () =>
            client.socket.emitWithAck('subscribe', { room: `order:${randomUUID()}` }),
          ),
        );
        const codes = (await Promise.all(asks)).map(({ code }: { code: string }) => code);
        expect(codes.filter((code) => code === 'common.NOT_FOUND')).to.have.length(1_200);
        expect(codes.filter((code) => code === 'common.RATE_LIMITED')).to.have.length(240);
        const others = await other.ask('subscribe', { room: `order:${randomUUID()}` });
        expect(others.code).to.equal('common.NOT_FOUND');
      } finally {
        clock.restore();
      }
    });
  });

  it('closes a socket that floods', async () => {
    const client = await signIn({});
    const gone = client.disconnected();
    for (let count = 0; count < 400; count += 1) client.socket.emit('nonsense', count);
    expect(await gone).to.equal('io server disconnect');
  });

  it('closes a socket that sends too much at once', async () => {
    const client = await signIn({});
    const gone = client.disconnected();
    client.socket.emit('subscribe', { room: 'x'.repeat(20_000) });
    expect(await gone).to.equal('transport close');
  });

  it('survives requests without acknowledgement', async () => {
    const client = await signIn({});
    client.socket.emit('subscribe', { room: 'dispatch' });
    client.socket.emit('renew');
    client.socket.emit('unsubscribe', null, 'no function');
    expect(await client.ask('subscribe', { room: 'dispatch' })).to.include({ code: 'common.NOT_FOUND' });
  });

  it('checks the Origin that a browser sends', async () => {
    const admitsOrigin = ({ headers }: IncomingMessage) => headers.origin === 'https://shop.example';
    const strict = await startLive({ callers: tokens, namespace: freshNamespace(), admitsOrigin });
    try {
      const token = tokens.give(caller());
      const from = (origin: string) => connectLive(strict.url, token, { extraHeaders: { origin } });
      const { socket } = await from('https://shop.example');
      socket.close();
      const refused = await from('https://evil.example').then(
        () => false,
        () => true,
      );
      expect(refused).to.equal(true);
    } finally {
      await strict.close();
    }
  });
});
