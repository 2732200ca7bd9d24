import { expect } from 'chai';
import { pino } from 'pino';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { WaslError } from '../../../actors/errors.ts';
import type { LiveCaller } from '../../../realtime/ports.ts';
import { LiveSession, MAX_SUBSCRIPTIONS } from '../../../realtime/session.ts';
import { Throttle } from '../../../realtime/throttle.ts';

const RECHECK = 60_000;
const order = (index: number) => `order:00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;

const buyer: LiveCaller = {
  accountId: 'a',
  sessionId: 's',
  roles: new Set(['BUYER']),
  sellerId: null,
  rights: new Set(),
  driverId: null,
  mfa: false,
};
const dispatcher: LiveCaller = { ...buyer, roles: new Set(['BUYER', 'DISPATCHER']) };

class FakeSocket {
  readonly rooms = new Set<string>();
  readonly sent: { event: string; payload: { code?: string } }[] = [];
  connected = true;

  join(rooms: string | string[]): void {
    for (const room of [rooms].flat()) this.rooms.add(room);
  }
  leave(room: string): void {
    this.rooms.delete(room);
  }
  emit(event: string, payload: { code?: string }): void {
    this.sent.push({ event, payload });
  }
  disconnect(): void {
    this.connected = false;
  }
}

describe('a live session', () => {
  let clock: SinonFakeTimers;
  let socket: FakeSocket;
  let account: LiveCaller;
  let fault: Error | null;
  let may: (caller: LiveCaller, room: string) => Promise<boolean>;
  let session: LiveSession;
  let moves: { joined: string[]; left: string[] }[];

  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const context = {
    callers: {
      resolveToken: async () => {
        if (fault !== null) throw fault;
        return { caller: account, expiresAt: inMinutes(15) };
      },
    },
    access: { maySee: (caller: LiveCaller, room: string) => may(caller, room) },
    moved: (joined: string[], left: string[]) => void moves.push({ joined, left }),
    recheckEvery: RECHECK,
    log: pino({ level: 'silent' }),
  };

  beforeEach(() => {
    clock = useFakeTimers();
    socket = new FakeSocket();
    account = buyer;
    fault = null;
    may = async () => true;
    moves = [];
  });

  afterEach(() => {
    session.close();
    clock.restore();
  });

  function open(caller: LiveCaller, minutes = 15): LiveSession {
    account = caller;
    const resolved = { caller, expiresAt: inMinutes(minutes) };
    // Made here, where the clock is the test's.
    const own = { ...context, subscribesOfAccount: new Throttle(1_000, 1_000) };
    session = new LiveSession(socket, own, 'token', resolved);
    session.watch();
    return session;
  }

  async function refusal(work: Promise<unknown>): Promise<WaslError> {
    const error = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(WaslError);
    return error as WaslError;
  }

  it('ends at the moment its token does', async () => {
    open(buyer, 15);
    await clock.tickAsync(15 * 60_000 - 1);
    expect(socket.connected).to.equal(true);
    await clock.tickAsync(1);
    expect(socket.connected).to.equal(false);
    expect(socket.sent.at(-1)).to.deep.include({ event: 'session.ended' });
    expect(socket.sent.at(-1)?.payload.code).to.equal('auth.UNAUTHENTICATED');
  });

  it('continues with a renewed token past the end of the former one', async () => {
    open(buyer, 15);
    await clock.tickAsync(10 * 60_000);
    expect(await session.renew('fresh')).to.deep.equal(inMinutes(15));
    await clock.tickAsync(14 * 60_000);
    expect(socket.connected).to.equal(true);
    await clock.tickAsync(60_000);
    expect(socket.connected).to.equal(false);
  });

  it('notices a revoked session within the period', async () => {
    open(buyer);
    fault = new WaslError('auth.UNAUTHENTICATED');
    await clock.tickAsync(RECHECK);
    expect(socket.connected).to.equal(false);
  });

  it('stays while the account cannot be looked up, and looks again', async () => {
    open(buyer);
    fault = new Error('connection refused');
    await clock.tickAsync(3 * RECHECK);
    expect(socket.connected).to.equal(true);
    fault = new WaslError('auth.UNAUTHENTICATED');
    await clock.tickAsync(RECHECK);
    expect(socket.connected).to.equal(false);
  });

  it('follows a change of roles, and leaves rooms that it may no longer see', async () => {
    open(dispatcher);
    await session.subscribe(order(1));
    await session.subscribe(order(2));
    expect([...socket.rooms]).to.deep.equal(['account:a', 'dispatch', order(1), order(2)]);
    account = { ...buyer, driverId: 'd' };
    may = async (caller, room) => caller.roles.has('DISPATCHER') || room === order(2);
    await clock.tickAsync(RECHECK);
    expect([...socket.rooms]).to.have.members(['account:a', 'driver:d', order(2)]);
    expect(moves).to.deep.equal([{ joined: ['driver:d'], left: ['dispatch', order(1)] }]);
  });

  it('ends when the account becomes an administrator without second factor', async () => {
    open(dispatcher);
    account = { ...dispatcher, roles: new Set(['ADMIN']) };
    await clock.tickAsync(RECHECK);
    expect(socket.connected).to.equal(false);
    expect(socket.sent.at(-1)?.payload.code).to.equal('auth.MFA_REQUIRED');
  });

  it('decides again when the account changes while a room is requested', async () => {
    open(dispatcher);
    let answer: (may: boolean) => void = () => undefined;
    let requests = 0;
    may = (caller) => {
      requests += 1;
      if (requests > 1) return Promise.resolve(caller.roles.has('DISPATCHER'));
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
    const subscribed = refusal(session.subscribe(order(1)));
    account = buyer;
    await session.renew('fresh');
    answer(true);
    expect((await subscribed).code).to.equal('common.NOT_FOUND');
    expect([...socket.rooms]).to.deep.equal(['account:a']);
  });

  it('joins no room after its end', async () => {
    open(buyer);
    let answer: (may: boolean) => void = () => undefined;
    may = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const subscribed = session.subscribe(order(1));
    session.close();
    answer(true);
    await subscribed;
    expect(socket.rooms.has(order(1))).to.equal(false);
  });

  it('limits the number of rooms', async () => {
    open(buyer);
    for (let index = 0; index < MAX_SUBSCRIPTIONS; index += 1) {
      await session.subscribe(order(index));
      await clock.tickAsync(200);
    }
    expect((await refusal(session.subscribe(order(MAX_SUBSCRIPTIONS)))).code).to.equal('common.CONFLICT');
    session.unsubscribe(order(0));
    await session.subscribe(order(MAX_SUBSCRIPTIONS));
  });

  it('limits renewals', async () => {
    open(buyer);
    for (let count = 0; count < 5; count += 1) await session.renew('fresh');
    const { code, retryAfter } = await refusal(session.renew('fresh'));
    expect({ code, retryAfter }).to.deep.equal({ code: 'common.RATE_LIMITED', retryAfter: 12 });
  });

  it('gives up on a question that takes too long', async () => {
    open(buyer);
    may = () => new Promise(() => undefined);
    const subscribed = refusal(session.subscribe(order(1)));
    await clock.tickAsync(5_001);
    expect((await subscribed).code).to.equal('common.UNAVAILABLE');
  });
});
