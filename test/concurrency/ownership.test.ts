import { expect } from 'chai';
import type { Claim } from '../../actors/runtime/activation-ports.ts';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import { until } from '../../scripts/shared/waiting.ts';
import {
  actor,
  type Member,
  MemoryWorld,
  type OwnershipWorld,
  RedisWorld,
} from '../support/ownership-world.ts';

const kindOf = async (claim: Promise<Claim>) => (await claim).kind;

const worlds: [string, () => OwnershipWorld][] = [
  ['in memory', () => new MemoryWorld()],
  ['in Redis', () => new RedisWorld()],
];

for (const [where, open] of worlds) {
  describe(`who runs what, ${where}`, () => {
    let world: OwnershipWorld;
    beforeEach(() => {
      world = open();
    });
    afterEach(() => world.close());

    it('gives an actor to the process that claims it, and names the owner to the others', async () => {
      const [one, two] = [await world.join(), await world.join()];
      const ref = actor();
      expect(await one.ownership.claim(ref)).to.deep.equal({ kind: 'mine' });
      expect(await two.ownership.claim(ref)).to.deep.equal({
        kind: 'theirs',
        owner: one.ownership.incarnation,
      });
      expect(await kindOf(two.ownership.claim({ ...ref, kind: 'order' }))).to.equal('mine');
    });

    it('gives all actors to other processes while it is suspended, and claims again afterwards', async () => {
      const [one, two] = [await world.join(), await world.join()];
      const [ref, later] = [actor(), actor()];
      let dropped = 0;
      one.ownership.onLost(() => {
        dropped += 1;
      });
      expect(await kindOf(one.ownership.claim(ref))).to.equal('mine');
      one.ownership.suspend('the clock is wrong');
      one.ownership.suspend('the clock is wrong');
      one.ownership.suspend('the database does not answer');
      expect(dropped).to.equal(1);
      expect(one.ownership.available).to.equal(false);
      expect(await kindOf(one.ownership.claim(later))).to.equal('unavailable');
      // Its lease ends with the next heartbeat.
      await until(async () => (await kindOf(two.ownership.claim(ref))) === 'mine');
      one.ownership.resume('the clock is wrong');
      expect(one.ownership.available).to.equal(false);
      one.ownership.resume('the database does not answer');
      await until(() => one.ownership.available);
      expect(await kindOf(one.ownership.claim(later))).to.equal('mine');
      expect(await kindOf(one.ownership.claim(ref))).to.equal('theirs');
    });

    it("confirms the process's own actor without asking again", async () => {
      const { ownership, gate } = await world.join();
      const ref = actor();
      await Promise.all([ownership.claim(ref), ownership.claim(ref), ownership.claim(ref)]);
      const { claim } = gate.answered;
      for (let round = 0; round < 100; round += 1) {
        expect(await kindOf(ownership.claim(ref))).to.equal('mine');
      }
      expect([claim, gate.answered.claim]).to.deep.equal([1, 1]);
    });

    it('claims many actors at once', async () => {
      const { ownership, gate } = await world.join();
      const claims = await Promise.all(Array.from({ length: 1_000 }, () => ownership.claim(actor())));
      expect(claims.every(({ kind }) => kind === 'mine')).to.equal(true);
      expect(gate.answered.claim).to.be.at.most(6);
    });

    it('has one owner for each actor, however many processes claim all of them at once', async () => {
      const members = [await world.join(), await world.join(), await world.join()];
      const refs = Array.from({ length: 300 }, actor);
      const claims = await Promise.all(
        members.map(({ ownership }) => Promise.all(refs.map((ref) => ownership.claim(ref)))),
      );
      refs.forEach((_, index) => {
        const here = claims.map((all) => all[index]!);
        const owner = here.findIndex(({ kind }) => kind === 'mine');
        const expected = members.map((_member, at) =>
          at === owner ? { kind: 'mine' } : { kind: 'theirs', owner: members[owner]!.ownership.incarnation },
        );
        expect(here).to.deep.equal(expected);
      });
    });

    it('passes an actor on when it is released, by its owner alone', async () => {
      const [one, two] = [await world.join(), await world.join()];
      const ref = actor();
      await one.ownership.claim(ref);
      await two.ownership.release([ref]);
      expect(await kindOf(two.ownership.claim(ref))).to.equal('theirs');
      await one.ownership.release([ref]);
      expect(await kindOf(two.ownership.claim(ref))).to.equal('mine');
      expect(await kindOf(one.ownership.claim(ref))).to.equal('theirs');
    });

    it('keeps an actor that is claimed again while it is being released', async () => {
      const [one, two] = [await world.join(), await world.join()];
      const refs = Array.from({ length: 50 }, actor);
      await Promise.all(refs.map((ref) => one.ownership.claim(ref)));
      const released = one.ownership.release(refs);
      const again = await Promise.all(refs.map((ref) => one.ownership.claim(ref)));
      await released;
      expect(new Set(again.map(({ kind }) => kind))).to.deep.equal(new Set(['mine']));
      const others = await Promise.all(refs.map((ref) => two.ownership.claim(ref)));
      expect(new Set(others.map(({ kind }) => kind))).to.deep.equal(new Set(['theirs']));
    });

    it('passes everything on at once when a process closes, and gives nothing new to one that retires', async () => {
      const [one, two] = [await world.join(), await world.join()];
      const ref = actor();
      await one.ownership.claim(ref);
      one.ownership.retire();
      expect(one.ownership.available).to.equal(false);
      expect(await kindOf(one.ownership.claim(ref))).to.equal('mine');
      expect(await kindOf(one.ownership.claim(actor()))).to.equal('unavailable');
      expect(await kindOf(two.ownership.claim(ref))).to.equal('theirs');
      await one.ownership.close();
      expect(await kindOf(two.ownership.claim(ref))).to.equal('mine');
      expect(await kindOf(one.ownership.claim(ref))).to.equal('unavailable');
    });

    it('passes the actors of a killed process on when its lease has lapsed, not before', async () => {
      const two = await world.join();
      const one = await world.join({ timing: { ttl: 600, margin: 100 } });
      const ref = actor();
      await one.ownership.claim(ref);
      const { incarnation } = one.ownership;
      await world.kill(one);
      expect(await kindOf(two.ownership.claim(ref))).to.equal('theirs');
      expect(await two.ownership.lives(incarnation)).to.equal(true);
      await until(async () => (await two.ownership.claim(ref)).kind === 'mine');
      expect(await two.ownership.lives(incarnation)).to.equal(false);
    });

    describe('when the lease has lapsed', () => {
      const STOPPED = 9_001;

      it('drops everything before it responds, and takes a new incarnation', async () => {
        const [one, two] = [await world.join(), await world.join()];
        const ref = actor();
        await one.ownership.claim(ref);
        const before = one.ownership.incarnation;
        one.time.leap(STOPPED);
        expect(one.lost).to.deep.equal([]);
        // No await in between: the first question notifies the listeners, then answers.
        const claim = one.ownership.claim(ref);
        expect(one.lost).to.have.length(1);
        expect(one.lost).to.deep.equal([one.ownership.incarnation]);
        expect(one.lost).not.to.include(before);
        expect(await kindOf(claim)).to.equal('unavailable');
        expect(one.ownership.available).to.equal(false);
        await until(() => one.ownership.available);
        await until(async () => (await two.ownership.claim(ref)).kind === 'mine');
        expect(await one.ownership.claim(ref)).to.deep.equal({
          kind: 'theirs',
          owner: two.ownership.incarnation,
        });
      });

      it('notices at whichever question comes first', async () => {
        const asks: ((member: Member) => unknown)[] = [
          ({ ownership }) => ownership.incarnation,
          ({ ownership }) => ownership.available,
          ({ ownership }) => void ownership.release([actor()]),
        ];
        for (const ask of asks) {
          const member = await world.join();
          member.time.leap(STOPPED);
          ask(member);
          expect(member.lost).to.have.length(1);
        }
      });

      it('never counts a claim that was in flight', async () => {
        const { ownership, time, gate } = await world.join();
        const ref = actor();
        let open: () => void = () => undefined;
        gate.hold = new Promise((resolve) => {
          open = resolve;
        });
        const claim = ownership.claim(ref);
        await until(() => gate.answered.claim === 1);
        time.leap(STOPPED);
        open();
        expect(await kindOf(claim)).to.equal('unavailable');
        await until(() => ownership.available);
        await ownership.claim(ref);
        expect(gate.answered.claim).to.equal(2);
      });

      it('takes a new incarnation even where Redis would still renew the old one', async () => {
        const member = await world.join();
        const { renew } = member.gate.answered;
        const before = member.ownership.incarnation;
        member.time.leap(STOPPED);
        await until(() => member.gate.answered.take === 2);
        expect(member.gate.answered.renew).to.be.at.most(renew + 1);
        expect(member.lost).to.have.length(1);
        expect(member.ownership.incarnation).not.to.equal(before);
      });

      it('notifies every listener, even after one that fails', async () => {
        const { ownership, time, lost } = await world.join();
        const notified: string[] = [];
        ownership.onLost(() => {
          notified.push('failing');
          throw new Error('from the listener');
        });
        ownership.onLost(() => notified.push('last'));
        time.leap(STOPPED);
        expect(ownership.available).to.equal(false);
        expect([lost.length, ...notified]).to.deep.equal([1, 'failing', 'last']);
      });
    });

    describe('when Redis has been emptied', () => {
      it('refuses every claim for a while: an owner may not have noticed yet', async () => {
        const one = await world.join();
        const ref = actor();
        await one.ownership.claim(ref);
        one.gate.cut = true;
        await world.empty();
        const two = await world.join({ timing: { bootWait: 1_000 }, settled: false });
        const began = performance.now();
        // Its lease is live, and Redis knows of no owner of the actor.
        expect(await kindOf(two.ownership.claim(ref))).to.equal('unavailable');
        expect(await kindOf(one.ownership.claim(ref))).to.equal('mine');
        await until(async () => (await two.ownership.claim(ref)).kind === 'mine');
        expect(performance.now() - began).to.be.greaterThan(900);
      });

      it('refuses claims in Redis itself, whatever a claimant believes', async () => {
        const { gate } = await world.join({ timing: { bootWait: 60_000 }, settled: false });
        const { boot } = await gate.take('somebody');
        const ref = actor();
        expect(await gate.claim('somebody', boot, [ref])).to.deep.equal({ kind: 'wait' });
        expect(await gate.claim('somebody', 'another boot', [ref])).to.deep.equal({ kind: 'lost' });
        expect(await gate.claim('nobody', boot, [ref])).to.deep.equal({ kind: 'lost' });
        expect(await gate.renew('somebody', 'another boot')).to.equal(false);
        expect(await gate.renew('nobody', boot)).to.equal(false);
      });

      it('drops everything, once, and continues with a new incarnation', async () => {
        const { ownership, lost } = await world.join();
        const ref = actor();
        await ownership.claim(ref);
        const before = ownership.incarnation;
        await world.empty();
        await until(() => lost.length > 0);
        expect(ownership.incarnation).not.to.equal(before);
        await until(() => ownership.available);
        expect(await kindOf(ownership.claim(ref))).to.equal('mine');
        expect(lost).to.have.length(1);
      });

      it('notices at a claim, too, before the next heartbeat', async () => {
        const one = await world.join({ timing: { heartbeat: 5_000 } });
        await world.empty();
        expect(await kindOf(one.ownership.claim(actor()))).to.equal('unavailable');
        expect(one.lost).to.have.length(1);
      });
    });

    describe('when Redis is away', () => {
      it('responds at once, keeps what it has while the lease lasts, and recovers', async () => {
        const { ownership, gate, lost } = await world.join();
        const ref = actor();
        await ownership.claim(ref);
        gate.cut = true;
        expect(await kindOf(ownership.claim(actor()))).to.equal('unavailable');
        expect(await kindOf(ownership.claim(ref))).to.equal('mine');
        await ownership.release([actor()]);
        gate.cut = false;
        await until(async () => (await ownership.claim(actor())).kind === 'mine');
        expect(lost).to.deep.equal([]);
      });

      it('ends its lease itself, and is not used again before the dwell is over', async () => {
        const member = await world.join({ timing: { ttl: 500, margin: 100, dwell: 700 } });
        const { ownership, gate, lost } = member;
        gate.cut = true;
        await until(() => !ownership.available);
        expect(lost).to.have.length(1);
        const began = performance.now();
        gate.cut = false;
        await until(() => gate.answered.take === 2);
        expect(ownership.available).to.equal(false);
        expect(await kindOf(ownership.claim(actor()))).to.equal('unavailable');
        await until(() => ownership.available);
        expect(performance.now() - began).to.be.greaterThan(600);
        expect(lost).to.have.length(1);
      });
    });

    it('owns many more actors than one request to Redis holds, and forgets what it released', async () => {
      const [one, two] = [await world.join(), await world.join()];
      const refs: ActorRef[] = Array.from({ length: 700 }, actor);
      await Promise.all(refs.map((ref) => one.ownership.claim(ref)));
      await one.ownership.release(refs);
      const claims = await Promise.all(refs.map((ref) => two.ownership.claim(ref)));
      expect(claims.every(({ kind }) => kind === 'mine')).to.equal(true);
    });
  });
}
