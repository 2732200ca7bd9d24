import { expect } from 'chai';
import { Scheduler } from '../../../scripts/city/clock/scheduler.ts';
import type { PlannedDriver } from '../../../scripts/city/model/day-plan.ts';
import { planDay } from '../../../scripts/city/model/plan-day.ts';
import { Phone } from '../../../scripts/city/people/phone.ts';
import type { Citizen } from '../../../scripts/city/world/citizen.ts';
import type { World } from '../../../scripts/city/world/world.ts';

/** A phone in use, and what it has sent, each with its time. */
function phone() {
  const plan = planDay({ seed: 1, orders: 1, drivers: 1, hours: 1 });
  const [driver] = plan.drivers;
  const clock = new Scheduler({ domain: 0, real: performance.now(), rate: 1_000 });
  const sent: { what: string; at: number }[] = [];
  const citizen = {
    command: async (what: string, _: unknown, { at = -1 }: { at?: number }) => {
      sent.push({ what, at });
      return { act: { what }, data: null };
    },
  } as unknown as Citizen;
  const world = { clock, plan } as unknown as World;
  const made = new Phone(world, citizen, {
    ...driver,
    device: { duplicates: 0 },
  } as unknown as PlannedDriver);
  const act = (what: string) => made.send(what, async () => ({ response: new Response() }));
  return { made, act, sent, clock };
}

describe("a driver's phone", () => {
  it('sends steps in the order in which they were taken', async () => {
    const { act, sent } = phone();
    await Promise.all(['pick-up', 'in-transit', 'arrive'].map(act));
    expect(sent.map(({ what }) => what)).to.deep.equal(['pick-up', 'in-transit', 'arrive']);
  });

  it('keeps them without a network, and sends them afterwards with their original times', async () => {
    const { made, act, sent, clock } = phone();
    made.lose();
    const first = act('pick-up');
    await clock.minutes(0.1);
    const later = clock.now();
    const second = act('arrive');
    expect([sent.length, made.waiting]).to.deep.equal([0, 2]);
    made.regain();
    await Promise.all([first, second]);
    await made.flushed();
    expect(sent.map(({ what }) => what)).to.deep.equal(['pick-up', 'arrive']);
    expect(sent[0]?.at).to.be.below(later);
    expect(made.waiting).to.equal(0);
    clock.close(new Error('over'));
  });
});
