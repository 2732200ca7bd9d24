import { expect } from 'chai';
import { figuresOf, wordsOf } from '../../../actors/assignment/rule-figures.ts';
import { askedOf, brokenRule } from '../../../actors/assignment/rules.ts';
import type { AssignmentDriver, WaitingTask } from '../../../actors/assignment/world.ts';
import { driver, NOW, type PICKUP, task, zones } from './small-world.ts';

const ruleOf = (fields: Partial<AssignmentDriver>, ofTask: Partial<WaitingTask> = {}) =>
  brokenRule(askedOf(task(ofTask), { zones, now: NOW }), driver('a', fields));

const detail = (fields: Partial<AssignmentDriver>, ofTask: Partial<WaitingTask> = {}) => {
  const asked = askedOf(task(ofTask), { zones, now: NOW });
  const looked = driver('a', fields);
  const rule = brokenRule(asked, looked);
  return rule === null ? null : wordsOf(rule, figuresOf(rule, asked, looked));
};

describe('the rules of assignment', () => {
  it('name the first rule broken, in their order', () => {
    const everything: Partial<AssignmentDriver> = {
      approved: false,
      duty: 'OFF',
      presence: 'OFFLINE',
      zoneIds: [],
      capacity: 1,
      cashLimit: '1.00',
    };
    const history: Partial<WaitingTask> = { excluded: [{ driverId: 'a', until: null }], refused: ['a'] };
    expect(ruleOf(everything, history)).to.equal('NOT_APPROVED');
    expect(ruleOf({ ...everything, approved: true }, history)).to.equal('NOT_ON_DUTY');
    const onDuty = { ...everything, approved: true, duty: 'ON_DUTY' as const };
    expect(ruleOf(onDuty, history)).to.equal('OFFLINE');
    expect(ruleOf({ ...onDuty, presence: 'STALE' }, history)).to.equal('OUTSIDE_ZONES');
    expect(ruleOf({ capacity: 1, cashLimit: '1.00' }, history)).to.equal('CAPACITY');
    expect(ruleOf({ cashLimit: '1.00' }, history)).to.equal('CASH_LIMIT');
    expect(ruleOf({}, history)).to.equal('DECLINED');
    const lapsing = { excluded: [{ driverId: 'a', until: '2026-02-12T10:15:00.000Z' }], refused: ['a'] };
    expect(ruleOf({}, lapsing)).to.equal('TIMED_OUT');
    expect(ruleOf({}, { refused: ['a'] })).to.equal('REFUSED');
    expect(ruleOf({})).to.equal(null);
  });

  it('require a driver on duty: not on a break, not without a shift', () => {
    expect(ruleOf({ duty: 'ON_BREAK' })).to.equal('NOT_ON_DUTY');
    expect(detail({ duty: 'ON_BREAK' })).to.equal('is on a break');
    expect(detail({ duty: 'OFF' })).to.equal('has no shift');
  });

  it('exclude no driver for a presence that cannot be read, or for a minute without a signal', () => {
    expect(ruleOf({ presence: 'UNKNOWN' })).to.equal(null);
    expect(ruleOf({ presence: 'STALE' })).to.equal(null);
  });

  describe('require every stop to lie in one of the driver’s zones', () => {
    it('accept one stop in one zone, the other in another', () => {
      expect(ruleOf({ zoneIds: ['south', 'north'] })).to.equal(null);
      expect(ruleOf({ zoneIds: ['south'] })).to.equal('OUTSIDE_ZONES');
      expect(detail({ zoneIds: ['south'] })).to.equal("the drop-off lies outside the driver's zones");
      expect(detail({ zoneIds: ['north'] })).to.equal("the pickup lies outside the driver's zones");
      expect(detail({ zoneIds: ['gone'] })).to.equal("both stops lie outside the driver's zones");
    });

    it('count a stop exactly on a border as inside, on both sides of it', () => {
      const onBorder = { dropoffLat: 25.25 };
      expect(ruleOf({ zoneIds: ['south'] }, onBorder)).to.equal(null);
      expect(ruleOf({ zoneIds: ['north'] }, { pickupLat: 25.25 })).to.equal(null);
      expect(ruleOf({ zoneIds: ['south'] }, { dropoffLat: 25.25 + 1e-9 })).to.equal('OUTSIDE_ZONES');
      const corner = { pickupLat: 25, pickupLng: 51, dropoffLat: 26, dropoffLng: 52 };
      expect(ruleOf({}, corner)).to.equal(null);
      expect(ruleOf({}, { ...corner, pickupLng: 51 - 1e-9 })).to.equal('OUTSIDE_ZONES');
    });
  });

  it('require capacity for the goods, to the last unit, and for fifteen tasks', () => {
    expect(ruleOf({ itemsAssigned: 8 })).to.equal(null);
    expect(ruleOf({ itemsAssigned: 9 })).to.equal('CAPACITY');
    expect(detail({ itemsAssigned: 9 })).to.equal('9 units assigned, 2 more, room for 10');
    expect(ruleOf({ activeTasks: 14 })).to.equal(null);
    expect(ruleOf({ activeTasks: 15 })).to.equal('CAPACITY');
    expect(detail({ activeTasks: 15 })).to.equal('has 15 tasks, the most there may be');
  });

  it('limit cash on hand, assigned and due, to the dirham', () => {
    expect(ruleOf({ cashOnHand: '500.00', codAssigned: '400.00' })).to.equal(null);
    expect(ruleOf({ cashOnHand: '500.00', codAssigned: '400.01' })).to.equal('CASH_LIMIT');
    expect(detail({ cashOnHand: '500.00', codAssigned: '400.01' })).to.equal(
      '900.01 on hand and assigned, 100.00 due, limit 1000.00',
    );
    expect(ruleOf({ cashLimit: null })).to.equal('CASH_LIMIT');
    expect(ruleOf({ cashOnHand: '5000.00' }, { cod: '0.00' })).to.equal('CASH_LIMIT');
  });

  it('exclude a driver for good after a decline, and for a time after an expired offer', () => {
    const until = (at: string | null) => ({ excluded: [{ driverId: 'a', until: at }] });
    expect(ruleOf({}, until(null))).to.equal('DECLINED');
    expect(ruleOf({}, until('2026-02-12T10:00:00.001Z'))).to.equal('TIMED_OUT');
    expect(ruleOf({}, until(NOW))).to.equal(null);
    expect(ruleOf({}, { excluded: [{ driverId: 'b', until: null }] })).to.equal(null);
    expect(detail({}, until('2026-02-12T10:15:00.000Z'))).to.equal(
      'had this task, not again before 2026-02-12T10:15:00.000Z',
    );
  });

  it('look up the zones of a task once, however many drivers there are', () => {
    let asked = 0;
    const counting = {
      zonesAt: (place: typeof PICKUP) => {
        asked += 1;
        return zones.zonesAt(place);
      },
    };
    const about = askedOf(task(), { zones: counting, now: NOW });
    for (let index = 0; index < 100; index += 1) brokenRule(about, driver(`${index}`));
    expect(asked).to.equal(2);
  });
});
