import { expect } from 'chai';
import { Scheduler } from '../../../scripts/city/clock/scheduler.ts';
import { attemptsOf, NoAnswer, steadyFetch } from '../../../scripts/city/net/steady-fetch.ts';
import { Histogram } from '../../../scripts/city/record/histogram.ts';
import { Doorstep } from '../../../scripts/city/world/doorstep.ts';
import { Stages } from '../../../scripts/city/world/stages.ts';

const SECOND = 1_000;

/** A clock that runs a thousand times as fast: a domain second is a millisecond. */
function fastClock(): Scheduler {
  return new Scheduler({ domain: 0, real: performance.now(), rate: 1_000 });
}

describe("the city's scheduler", () => {
  it('wakes everyone in the order of domain time, whatever the order in which they came', async () => {
    const clock = fastClock();
    const woken: number[] = [];
    const moments = [40, 5, 25, 10, 60, 15, 20, 35, 30, 50];
    await Promise.all(
      moments.map(async (second) => {
        await clock.until(second * SECOND);
        woken.push(second);
        expect(clock.now()).to.be.at.least(second * SECOND);
      }),
    );
    expect(woken).to.deep.equal([...moments].sort((one, other) => one - other));
    clock.close(new Error('over'));
  });

  it('releases one waiter by its signal alone, and no other', async () => {
    const clock = fastClock();
    const [first, second] = [new AbortController(), new AbortController()];
    const outcomes = Promise.allSettled([
      clock.until(3_600 * SECOND, first.signal),
      clock.until(30 * SECOND, second.signal),
      clock.until(20 * SECOND),
    ]);
    first.abort(new Error('enough'));
    const [given, waited, other] = await outcomes;
    expect([given.status, waited.status, other.status]).to.deep.equal(['rejected', 'fulfilled', 'fulfilled']);
    clock.close(new Error('over'));
  });

  it('rejects all who wait or come once it is closed', async () => {
    const clock = fastClock();
    const waiting = clock.minutes(60).catch((error: Error) => error.message);
    clock.close(new Error('the day is over'));
    expect(await waiting).to.equal('the day is over');
    expect(await clock.minutes(1).catch((error: Error) => error.message)).to.equal('the day is over');
  });
});

describe("the city's fetch", () => {
  const counts = { answered: 0, repeated: 0, gaveUp: 0 };
  const meter = {
    answered: () => {
      counts.answered += 1;
    },
    repeated: () => {
      counts.repeated += 1;
    },
    limited: () => undefined,
    gaveUp: () => {
      counts.gaveUp += 1;
    },
  };
  const signal = new AbortController().signal;
  const post = () =>
    new Request('http://service.test/orders', {
      method: 'POST',
      headers: { 'Idempotency-Key': 'one' },
      body: '{"a":1}',
    });

  it('repeats the very same request until it gets a response', async () => {
    const seen: string[] = [];
    const answers = [null, 503, 200];
    const fetch = async (input: string | URL | Request): Promise<Response> => {
      const request = input as Request;
      seen.push(`${request.headers.get('Idempotency-Key')} ${await request.text()}`);
      const status = answers[seen.length - 1];
      if (status === null) throw new TypeError('fetch failed');
      return new Response('{"id":7}', { status: status ?? 200 });
    };
    const response = await steadyFetch({ meter, signal, fetch })(post());
    expect([response.status, await response.json(), attemptsOf(response)]).to.deep.equal([200, { id: 7 }, 3]);
    expect(seen).to.deep.equal(Array.from({ length: 3 }, () => 'one {"a":1}'));
  });

  it('gives up after its timeout and reports the number of attempts', async () => {
    const fetch = async (): Promise<Response> => {
      throw new TypeError('fetch failed');
    };
    const failed = await steadyFetch({ meter, signal, fetch, patience: 400 })(post()).catch((error) => error);
    expect(failed).to.be.instanceOf(NoAnswer);
    expect(failed.sent).to.be.within(2, 3);
    expect(counts.gaveUp).to.equal(1);
  });

  it('knows no outcome of a command that the service may have carried out before it was down to the end', async () => {
    const answers = [null, 503];
    const fetch = async (): Promise<Response> => {
      const status = answers.length > 1 ? answers.shift() : answers[0];
      if (status === null) throw new TypeError('fetch failed');
      return new Response('{"code":"common.UNAVAILABLE"}', { status: status ?? 503 });
    };
    const failed = await steadyFetch({ meter, signal, fetch, patience: 400 })(post()).catch((error) => error);
    expect(failed).to.be.instanceOf(NoAnswer);
  });

  it('waits as long as a spent budget takes, beyond its timeout, and reports it', async () => {
    const headers = { 'Retry-After': '1' };
    const answers = [new Response(null, { status: 429, headers }), new Response('{}')];
    const waits: [number, string][] = [];
    const limited = { ...meter, limited: (ms: number, { method }: Request) => waits.push([ms, method]) };
    const fetch = async (): Promise<Response> => answers.shift() ?? new Response(null, { status: 500 });
    const response = await steadyFetch({ meter: limited, signal, fetch, patience: 400 })(post());
    expect([response.status, waits]).to.deep.equal([200, [[1_000, 'POST']]]);
  });

  it('takes a refusal for a response, but not that the same command is still under way', async () => {
    const problems = ['idempotency.IN_PROGRESS', 'order.INVALID_STATE'];
    const fetch = async (): Promise<Response> =>
      new Response(JSON.stringify({ code: problems.shift() }), { status: 409 });
    const response = await steadyFetch({ meter, signal, fetch })(post());
    expect(await response.json()).to.deep.equal({ code: 'order.INVALID_STATE' });
  });
});

describe("waiting of the city's people", () => {
  it('a code reaches the driver who requested it, an earlier one only once', async () => {
    const clock = fastClock();
    const doorstep = new Doorstep();
    const heard = new Set<string>();
    const asks = doorstep.hear({ taskId: 'task', groupId: 'group' }, heard, { clock, minutes: 10 });
    doorstep.readOut('task', '123456', 'first');
    expect(await asks).to.deep.equal({ code: '123456', codeId: 'first' });
    heard.add('first');
    expect(
      await doorstep.hear({ taskId: 'task', groupId: 'group' }, heard, { clock, minutes: 0.2 }),
    ).to.equal(null);
    doorstep.readOut('task', '654321', 'second');
    expect(
      (await doorstep.hear({ taskId: 'task', groupId: 'group' }, heard, { clock, minutes: 10 }))?.code,
    ).to.equal('654321');
    clock.close(new Error('over'));
  });

  it('a stage that was reached counts, an older message about it does not', async () => {
    const clock = fastClock();
    const changes: string[] = [];
    const stages = new Stages(({ status }, former) => changes.push(`${former} → ${status}`));
    const isPacked = () => (stages.groups.get('group')?.status === 'PACKED' ? true : null);
    const waits = stages.until('group', isPacked, { clock, minutes: 60 });
    stages.seeGroup({ groupId: 'group', status: 'ACCEPTED', version: 2 });
    stages.seeGroup({ groupId: 'group', status: 'PACKED', version: 3 });
    stages.seeGroup({ groupId: 'group', status: 'ACCEPTED', version: 2 });
    expect(await waits).to.equal(true);
    expect(changes).to.deep.equal(['null → ACCEPTED', 'ACCEPTED → PACKED']);
    expect(await stages.until('other', () => null, { clock, minutes: 0.1 })).to.equal(null);
    clock.close(new Error('over'));
  });
});

describe('the histogram', () => {
  it('knows percentiles within a twentieth', () => {
    const histogram = new Histogram();
    expect(histogram.percentile(0.5)).to.equal(null);
    for (let value = 1; value <= 1_000; value += 1) histogram.add(value);
    expect(histogram.percentile(0.5)).to.be.within(500, 525);
    expect(histogram.percentile(0.99)).to.be.within(990, 1_000);
    expect([histogram.count, histogram.longest, histogram.mean]).to.deep.equal([1_000, 1_000, 500.5]);
  });
});
