import { expect } from 'chai';
import { eventFacts } from '../../consoles/shared/live/event-facts.ts';
import { EventSchemas } from '../../realtime/event-schema.ts';
import { story } from '../unit/chains/story.ts';
import { groupId, idOf } from '../worlds/pure/fixtures.ts';

const TASK = {
  taskId: idOf('task'),
  orderId: idOf('order'),
  groupId: groupId(0),
  status: 'ACCEPTED',
  driverId: null,
  round: 1,
  zoneId: null,
  dueBy: '2026-01-05T09:00:00.000Z',
  pickupEta: '2026-01-05T08:40:00.000Z',
  dropoffEta: null,
  attempt: 1,
  failure: null,
  handOverTo: null,
  version: 3,
};

describe('the contract of live events', () => {
  const schemas = new EventSchemas();

  it('describes everything that one order pushes, by the fields that events are filtered by', () => {
    const world = story(['sami']);
    world.makeReady();
    world.deliver100('sami');
    expect(world.witness.pushes.length).to.be.greaterThan(30);
    for (const { event, payload } of world.witness.pushes) {
      schemas.check(event, payload);
      const facts = eventFacts[event as keyof typeof eventFacts];
      for (const field of facts.subject) expect(payload, event).to.have.property(field);
      if (facts.versionOf !== null) expect(payload, event).to.have.property('version');
    }
  });

  it('refuses undocumented and missing fields, and unknown values and events', () => {
    schemas.check('task.updated', TASK);
    const { dueBy: _, ...incomplete } = TASK;
    for (const payload of [{ ...TASK, phone: '+974' }, incomplete, { ...TASK, status: 'LOST' }]) {
      expect(() => schemas.check('task.updated', payload)).to.throw('asyncapi.yaml');
    }
    expect(() => schemas.check('task.lost', TASK)).to.throw('no event task.lost');
  });
});
