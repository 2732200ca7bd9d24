import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { KeyedSingleFlight, SingleFlight } from '../../../db/single-flight.ts';

describe('work that runs only once at a time', () => {
  let begun: number;
  let end: (answer: string) => void;
  let fail: (error: Error) => void;
  const work = () => {
    begun += 1;
    return new Promise<string>((resolve, reject) => {
      end = resolve;
      fail = reject;
    });
  };

  beforeEach(() => {
    begun = 0;
  });

  it('is joined by all who ask before it ends, and starts again afterwards', async () => {
    const flight = new SingleFlight<string>();
    const first = flight.run(work);
    const second = flight.run(work);
    end('one');
    expect(await Promise.all([first, second])).to.deep.equal(['one', 'one']);
    expect(begun).to.equal(1);
    const third = flight.run(work);
    end('two');
    expect(await third).to.equal('two');
    expect(begun).to.equal(2);
  });

  it('starts again when a caller asks right after the result', async () => {
    const flight = new SingleFlight<string>();
    const again = flight.run(work).then(() => flight.run(work));
    end('one');
    await setImmediate();
    end('two');
    expect(await again).to.equal('two');
    expect(begun).to.equal(2);
  });

  it('fails for every caller that joined it, and for no later caller', async () => {
    const flight = new SingleFlight<string>();
    const asked = [flight.run(work), flight.run(work)];
    fail(new Error('broken'));
    for (const outcome of await Promise.allSettled(asked))
      expect(outcome).to.have.nested.property('reason.message', 'broken');
    const next = flight.run(work);
    end('whole');
    expect(await next).to.equal('whole');
  });

  it('starts again after work that throws at once', async () => {
    const flight = new SingleFlight<string>();
    const broken = () => {
      throw new Error('at once');
    };
    expect(() => flight.run(broken)).to.throw('at once');
    const next = flight.run(work);
    end('whole');
    expect(await next).to.equal('whole');
  });

  it('can be awaited without its error; awaiting resolves at once when none is running', async () => {
    const flight = new SingleFlight<string>();
    await flight.settled();
    const asked = flight.run(work).catch((error: Error) => error.message);
    let over = false;
    const waited = flight.settled().then(() => {
      over = true;
    });
    await setImmediate();
    expect(over).to.equal(false);
    fail(new Error('broken'));
    await waited;
    expect(await asked).to.equal('broken');
  });

  it('by key: is joined by callers for whom it began late enough, and never delays other keys', async () => {
    const flights = new KeyedSingleFlight<string>();
    const never = () => false;
    const always = () => true;
    const first = flights.run('a', work, always);
    const endFirst = end;
    expect(flights.run('a', work, always)).to.equal(first);
    const second = flights.run('a', work, never);
    const endSecond = end;
    const other = flights.run('b', work, always);
    expect(begun).to.equal(3);
    end('other');
    endFirst('one');
    expect([await first, await other]).to.deep.equal(['one', 'other']);
    // The end of the first run has not removed the second one of this key.
    expect(flights.run('a', work, always)).to.equal(second);
    endSecond('two');
    expect(await second).to.equal('two');
  });
});
