import { expect } from 'chai';
import type { Exit, Service } from '../../scripts/embedded/processes.ts';
import { keepRunning } from '../../scripts/supervisor/keep-running.ts';

/** A service that ends when the test says so. */
class FakeService implements Service {
  readonly exited: Promise<Exit>;
  stops = 0;
  private end: (exit: Exit) => void = () => undefined;

  constructor() {
    this.exited = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  crash(): void {
    this.end({ code: 1, signal: null });
  }

  async stop(): Promise<void> {
    this.stops += 1;
    this.end({ code: 0, signal: null });
  }
}

/** Starts fake services one after the other; `started(n)` resolves with the n-th, counted from 1. */
function fakeStarts() {
  const services: FakeService[] = [];
  const waiting = new Map<number, (service: FakeService) => void>();
  const start = async () => {
    const service = new FakeService();
    services.push(service);
    waiting.get(services.length)?.(service);
    return service;
  };
  const started = (n: number): Promise<FakeService> => {
    const there = services[n - 1];
    if (there !== undefined) return Promise.resolve(there);
    return new Promise((resolve) => {
      waiting.set(n, resolve);
    });
  };
  return { services, start, started };
}

const quick = { name: 'Service', firstPauseMs: 1, say: () => undefined };

describe('keeping a service running', () => {
  it('throws when it does not start the first time', async () => {
    const start = () => Promise.reject(new Error('no port'));
    const failure = await keepRunning({ ...quick, start, onGivenUp: () => undefined }).catch(
      (error) => error,
    );
    expect(failure).to.have.property('message', 'no port');
  });

  it('starts it again after a crash', async () => {
    const { start, started } = fakeStarts();
    const service = await keepRunning({ ...quick, start, onGivenUp: () => undefined });
    (await started(1)).crash();
    const second = await started(2);
    await service.stop(false);
    expect(second.stops).to.be.greaterThan(0);
  });

  it('gives up after too many crashes, once', async () => {
    const { services, start, started } = fakeStarts();
    let givenUp = 0;
    const lines: string[] = [];
    const done = new Promise<void>((resolve) => {
      const onGivenUp = () => {
        givenUp += 1;
        resolve();
      };
      void keepRunning({ ...quick, start, onGivenUp, limit: 2, say: (line) => lines.push(line) });
    });
    for (const n of [1, 2, 3]) (await started(n)).crash();
    await done;
    expect(givenUp).to.equal(1);
    expect(services).to.have.length(3);
    expect(lines.at(-1)).to.match(/^Service ended 3 times/);
  });

  it('replaces it: the next one runs before the old one is stopped, and neither counts as a crash', async () => {
    const { services, start, started } = fakeStarts();
    const service = await keepRunning({
      ...quick,
      limit: 0,
      start,
      onGivenUp: () => expect.fail('given up'),
    });
    for (const n of [1, 2, 3]) {
      expect((await started(n)).stops).to.equal(0);
      await service.replace();
      expect((await started(n)).stops).to.equal(1);
    }
    expect(services.map(({ stops }) => stops)).to.deep.equal([1, 1, 1, 0]);
    await service.stop(false);
    expect(services).to.have.length(4);
  });

  it('keeps the old one when the next does not start', async () => {
    const { services, start, started } = fakeStarts();
    let fails = false;
    const service = await keepRunning({
      ...quick,
      start: () => (fails ? Promise.reject(new Error('a broken build')) : start()),
      onGivenUp: () => undefined,
    });
    const [old] = [await started(1)];
    fails = true;
    const failure = await service.replace().catch((error) => error);
    expect(failure).to.have.property('message', 'a broken build');
    expect(old.stops).to.equal(0);
    fails = false;
    // It is still monitored.
    old.crash();
    await started(2);
    await service.stop(false);
    expect(services).to.have.length(2);
  });

  it('does not start it again once stopped, not even in the pause before a restart', async () => {
    const { services, start, started } = fakeStarts();
    let announce: () => void = () => undefined;
    const pausing = new Promise<void>((resolve) => {
      announce = resolve;
    });
    const settings = { ...quick, firstPauseMs: 60_000, start, onGivenUp: () => undefined };
    const service = await keepRunning({ ...settings, say: () => announce() });
    (await started(1)).crash();
    await pausing;
    await service.stop(false);
    expect(services).to.have.length(1);
  });
});
