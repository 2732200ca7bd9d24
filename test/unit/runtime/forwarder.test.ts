import { expect } from 'chai';
import { Forwarder } from '../../../actors/runtime/activation/forwarder.ts';
import { ACTIVATION_LIMITS } from '../../../actors/runtime/activation/limits.ts';
import type { Message } from '../../../actors/runtime/activation/message.ts';
import { NO_METRICS } from '../../../actors/runtime/activation/metrics.ts';
import {
  type CommandTransport,
  ForwardError,
  type ForwardedAnswer,
  type Ownership,
} from '../../../actors/runtime/activation-ports.ts';
import type { Timers } from '../../../actors/runtime/ports.ts';
import { codeOf } from '../../support/code-of.ts';
import { HandTime } from '../../support/hand-time.ts';

class HandTimers extends HandTime implements Timers {
  every(milliseconds: number, work: () => void): () => void {
    let cancel = () => {};
    const next = () => {
      cancel = this.after(milliseconds, () => {
        work();
        next();
      });
    };
    next();
    return () => cancel();
  }
}

const DONE: ForwardedAnswer = { ok: true, version: 3, replayed: false, reply: {} };

describe('forwarding to an owner that has ended', () => {
  let timers: HandTimers;
  let again: Message[];
  let lives: boolean | 'unknown';
  let looks: number;
  let forward: CommandTransport['forward'];

  beforeEach(() => {
    timers = new HandTimers();
    again = [];
    lives = true;
    looks = 0;
    forward = () => new Promise(() => undefined);
  });

  function forwarder(): Forwarder {
    const ownership = {
      lives: async () => {
        looks += 1;
        if (lives === 'unknown') throw new Error('no answer');
        return lives;
      },
    } as Partial<Ownership> as Ownership;
    const wire: CommandTransport = {
      forward: (owner, request) => forward(owner, request),
      serve: () => undefined,
    };
    return new Forwarder({
      ...{ wire, ownership, timers, limits: ACTIVATION_LIMITS, metrics: NO_METRICS },
      again: (message) => again.push(message),
    });
  }

  function message(): Message & { result: unknown } {
    const made = {
      request: { ref: { kind: 'zone', key: 'a' }, id: '1' },
      ...{ since: timers.now(), forwarded: false, misrouted: false, forwards: 0, result: null as unknown },
      resolve: (result: unknown) => {
        made.result = result;
      },
    };
    return made as unknown as Message & { result: unknown };
  }

  it('waits for a slow owner as long as its lease is live, and no longer', async () => {
    const [here, one, two] = [forwarder(), message(), message()];
    const waiting = [here.forward(one, 'owner', false), here.forward(two, 'owner', false)];
    await timers.advance(1_000);
    expect(again).to.deep.equal([]);
    // One lookup serves all that wait.
    expect(looks).to.equal(4);
    lives = false;
    await timers.advance(250);
    await Promise.all(waiting);
    expect(again).to.deep.equal([one, two]);
    expect(one.forwards).to.equal(1);
    await timers.advance(5_000);
    expect(looks).to.equal(5);
  });

  it('draws no conclusion when Redis does not answer', async () => {
    const [here, one] = [forwarder(), message()];
    let answer: (given: ForwardedAnswer) => void = () => undefined;
    forward = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const waiting = here.forward(one, 'owner', false);
    lives = 'unknown';
    await timers.advance(1_500);
    answer(DONE);
    await waiting;
    expect(one.result).to.include({ version: 3, replayed: false });
    expect(again).to.deep.equal([]);
  });

  it('looks for the successor of a process that is gone until the command is too old', async () => {
    const [here, one] = [forwarder(), message()];
    forward = () => Promise.reject(new ForwardError('absent'));
    let tries = 0;
    for (;;) {
      const refused = await here.forward(one, 'owner', false).then(
        () => null,
        (error: unknown) => error,
      );
      if (refused !== null) {
        expect(await codeOf(Promise.reject(refused))).to.equal('common.UNAVAILABLE');
        break;
      }
      tries += 1;
      expect(again).to.deep.equal([]);
      await timers.advance(100);
      expect(again.splice(0)).to.deep.equal([one]);
    }
    expect(tries).to.equal(ACTIVATION_LIMITS.age / 100);
  });

  it('tries three times when an owner answers nothing useful', async () => {
    const [here, one] = [forwarder(), message()];
    forward = () => Promise.reject(new ForwardError('late'));
    await here.forward(one, 'owner', false);
    await here.forward(one, 'owner', false);
    expect(await codeOf(here.forward(one, 'owner', false))).to.equal('common.UNAVAILABLE');
    expect(again).to.have.length(2);
  });
});
