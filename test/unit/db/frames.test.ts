import { expect } from 'chai';
import { type FrameRefusal, Frames } from '../../../db/redis/frames.ts';
import { frameKey } from '../../../server/compose/frames-of.ts';
import { Secrets } from '../../../server/kernel/security/secrets.ts';
import { testFrames } from '../../support/frames.ts';

const CHANNEL = 'wasl:commands:one';

describe('frames between processes', () => {
  let refused: FrameRefusal[];
  let now = 0;
  const receiver = () => testFrames({ refused, now: () => now });

  beforeEach(() => {
    refused = [];
    now = 1_800_000_000_000;
  });

  const opened = (frames: Frames, frame: Buffer, channel = CHANNEL) =>
    frames.open(channel, frame)?.toString() ?? null;

  it('are accepted in order from every process of the installation', () => {
    const [one, two, here] = [receiver(), receiver(), receiver()];
    const bodies = [
      one.seal(CHANNEL, 'a'),
      two.seal(CHANNEL, 'b'),
      one.seal(CHANNEL, 'ü'),
      one.seal(CHANNEL, ''),
    ];
    expect(bodies.map((frame) => opened(here, frame))).to.deep.equal(['a', 'b', 'ü', '']);
    expect(here.isOwn(bodies[0] as Buffer)).to.equal(false);
    expect(one.isOwn(bodies[0] as Buffer)).to.equal(true);
    expect(refused).to.deep.equal([]);
  });

  it('with any byte changed, cut off, or without a signature are forged', () => {
    const frame = receiver().seal(CHANNEL, 'pay');
    const here = receiver();
    for (let index = 0; index < frame.length; index += 1) {
      const changed = Buffer.from(frame);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(opened(here, changed), `byte ${index}`).to.equal(null);
    }
    for (let length = 0; length < frame.length; length += 1)
      expect(opened(here, frame.subarray(0, length)), `${length} bytes`).to.equal(null);
    expect(opened(here, Buffer.from('[{"t":"ask"}]'))).to.equal(null);
    expect(new Set(refused)).to.deep.equal(new Set(['forged']));
    expect(opened(here, frame), 'the genuine one').to.equal('pay');
  });

  it('of another installation, or for another channel, are forged', () => {
    const other = testFrames({ secret: 'another-application-secret-0123456789ab' });
    expect(opened(receiver(), other.seal(CHANNEL, 'a'))).to.equal(null);
    expect(opened(receiver(), receiver().seal('wasl:commands:two', 'a'))).to.equal(null);
    expect(refused).to.deep.equal(['forged', 'forged']);
  });

  it('that were received before, or are older than one that was, are repeated', () => {
    const [there, here] = [receiver(), receiver()];
    const [first, second] = [there.seal(CHANNEL, '1'), there.seal(CHANNEL, '2')];
    expect(opened(here, second)).to.equal('2');
    expect([opened(here, second), opened(here, first)]).to.deep.equal([null, null]);
    expect(refused).to.deep.equal(['repeated', 'repeated']);
  });

  it('of a process not heard before are accepted while they are fresh', () => {
    const there = receiver();
    const recorded = there.seal(CHANNEL, 'old');
    now += 61_000;
    const here = receiver();
    expect(opened(here, recorded)).to.equal(null);
    expect(refused).to.deep.equal(['stale']);
    expect(opened(here, there.seal(CHANNEL, 'new'))).to.equal('new');
  });

  it('of a known process are accepted however late: a process that was stopped reads them afterwards', () => {
    const [there, here] = [receiver(), receiver()];
    opened(here, there.seal(CHANNEL, '1'));
    const late = there.seal(CHANNEL, '2');
    now += 300_000;
    expect(opened(here, late)).to.equal('2');
  });

  it('are accepted from processes that already sign with the next secret, or still with the former one', () => {
    const [old, fresh] = ['a'.repeat(32), 'b'.repeat(32)];
    const of = (ring: ConstructorParameters<typeof Secrets>[0]) =>
      new Frames({ key: frameKey(new Secrets(ring)), onRefused: (because) => void refused.push(because) });
    const before = of({ current: old, next: fresh, previous: [] });
    const after = of({ current: fresh, next: null, previous: [old] });
    expect(opened(before, after.seal(CHANNEL, 'a'))).to.equal('a');
    expect(opened(after, before.seal(CHANNEL, 'b'))).to.equal('b');
    expect(refused).to.deep.equal([]);
  });
});
