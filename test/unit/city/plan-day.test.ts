import { expect } from 'chai';
import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import { FAILURE_CONSEQUENCES } from '../../../actors/order/failure.ts';
import { loadServiceArea } from '../../../db/seeds/load-service-area.ts';
import { answerOf } from '../../../scripts/city/model/answer.ts';
import { CANCELLATION_STAGES, type DayPlan } from '../../../scripts/city/model/day-plan.ts';
import { DISTRICTS } from '../../../scripts/city/model/districts.ts';
import { planDay } from '../../../scripts/city/model/plan-day.ts';

const SIZES = { orders: 800, drivers: 40, hours: 10 };

describe('a planned day of the city', () => {
  let area: ServiceArea;
  let day: DayPlan;
  before(async () => {
    area = await loadServiceArea();
    day = planDay({ seed: 1, ...SIZES });
  });

  it('is the same for the same seed, and different for another', () => {
    expect(planDay({ seed: 1, ...SIZES })).to.deep.equal(day);
    expect(planDay({ seed: 2, ...SIZES }).orders).to.not.deep.equal(day.orders);
  });

  it('keeps its drivers when there are more orders', () => {
    expect(planDay({ seed: 1, ...SIZES, orders: 400 }).drivers).to.deep.equal(day.drivers);
  });

  it('can be stored as JSON', () => {
    expect(JSON.parse(JSON.stringify(day))).to.deep.equal(day);
  });

  it('has every place inside the service area', () => {
    const places = [
      ...day.buyers.map(({ address }) => address.location),
      ...day.sellers.map(({ warehouse }) => warehouse.location),
      ...day.drivers.map(({ home }) => home.location),
    ];
    expect(places.filter((place) => !area.contains(place))).to.deep.equal([]);
    expect(DISTRICTS.filter(({ centre }) => !area.contains(centre))).to.deep.equal([]);
  });

  it('sends most orders to Doha and Al Rayyan, and some to the far towns', () => {
    const districts = day.buyers.map(({ address }) => address.districtKey);
    const far = districts.filter((key) => ['al-khor', 'al-shamal', 'dukhan', 'mesaieed'].includes(key));
    expect(far.length).to.be.within(1, districts.length / 10);
    expect(new Set(districts).size).to.be.above(35);
  });

  it('has fewer orders in the morning than after sunset', () => {
    const inHour = (hour: number) =>
      planDay({ seed: 3, ...SIZES, hours: 24 }).orders.filter(({ at }) => Math.floor(at / 60) === hour)
        .length;
    expect(inHour(20)).to.be.above(2 * inHour(8));
    expect(inHour(4)).to.be.below(inHour(8));
  });

  it('has orders sorted by time, of products that a shop sells', () => {
    const skus = new Map(day.sellers.map((seller) => [seller.key, skusOf(seller)]));
    let last = 0;
    for (const order of day.orders) {
      expect(order.at).to.be.within(last, day.demandEnds);
      last = order.at;
      expect(new Set(order.groups.map(({ sellerKey }) => sellerKey)).size).to.equal(order.groups.length);
      for (const { sellerKey, lines } of order.groups) {
        expect(lines.length).to.be.above(0);
        for (const { sku } of lines) expect(skus.get(sellerKey)).to.include(sku);
      }
    }
  });

  it('stocks what will be bought, except what is to sell out', () => {
    const sold = new Map<string, number>();
    for (const { lines } of day.orders.flatMap(({ groups }) => groups))
      for (const { sku, quantity } of lines) sold.set(sku, (sold.get(sku) ?? 0) + quantity);
    const variants = day.sellers.flatMap(({ products }) => products.flatMap(({ variants: each }) => each));
    expect(variants.filter(({ isScarce }) => isScarce)).to.have.length(1);
    for (const { sku, stock, isScarce } of variants) {
      if (isScarce) expect(stock).to.be.below(sold.get(sku) ?? 0);
      else expect(stock).to.be.at.least(sold.get(sku) ?? 0);
    }
  });

  it('has trouble of every kind', () => {
    const many = planDay({ seed: 4, orders: 4000, drivers: 60, hours: 10 });
    const groups = many.orders.flatMap(({ groups: each }) => each);
    const attempts = groups.flatMap(({ door }) => door.attempts);
    const failures = attempts.map(({ failure }) => failure ?? 'NONE');
    expect([...new Set(failures)]).to.have.members([
      'NONE',
      ...Object.keys(FAILURE_CONSEQUENCES).filter((reason) => reason !== 'OTHER'),
    ]);
    const wrongCodes = attempts.map((attempt) => attempt.wrongCodes);
    expect([...new Set(wrongCodes)]).to.have.members([0, 1, 2, 5]);
    expect(new Set(groups.map(({ preparation }) => preparation.answer))).to.have.keys(
      'ACCEPT',
      'REJECT',
      'SILENT',
    );
    expect(groups.some(({ preparation: it }) => it.answer === 'ACCEPT' && it.missesDeadline)).to.equal(true);
    const stages = many.orders.flatMap(({ cancellation }) => cancellation?.stage ?? []);
    expect(new Set(stages)).to.have.keys(...CANCELLATION_STAGES);
    expect(many.drivers.some(({ outages }) => outages.length > 0)).to.equal(true);
    expect(many.drivers.some(({ handInDifferences: [first] }) => first !== '0.00')).to.equal(true);
    expect(many.drivers.some(({ zoneKeys }) => zoneKeys.length > 0)).to.equal(true);
    expect(many.zoneEdits).to.have.length(1);
  });

  it('ends every break, outage and shift in time', () => {
    for (const { shift, breaks, outages } of day.drivers) {
      expect(shift.from).to.be.below(shift.to);
      expect(shift.to).to.be.at.most(day.ends);
      for (const { at, minutes } of breaks)
        expect([at >= shift.from, at + minutes <= shift.to]).to.deep.equal([true, true]);
      for (const { from, to } of outages)
        expect([from >= shift.from, to <= shift.to]).to.deep.equal([true, true]);
    }
  });

  it('refuses impossible sizes', () => {
    expect(() => planDay({ seed: 1, orders: 0, drivers: 1, hours: 1 })).to.throw(RangeError);
    expect(() => planDay({ seed: 1, orders: 1, drivers: 1, hours: 25 })).to.throw(RangeError);
    expect(() => planDay({ seed: 0.5, orders: 1, drivers: 1, hours: 1 })).to.throw(RangeError);
  });

  it('plans the smallest possible day', () => {
    const smallest = planDay({ seed: 1, orders: 1, drivers: 1, hours: 1 });
    expect([smallest.orders.length, smallest.drivers.length]).to.deep.equal([1, 1]);
  });

  it('gives a driver the same answer to an offer whenever it is asked for', () => {
    const driver = { key: 'driver-1', declines: 0.3, ignores: 0.2, answers: 0.3 };
    const answers = Array.from({ length: 200 }, (_, order) => answerOf(1, driver, `order-${order}`, 1));
    expect(answers).to.deep.equal(answers.map((_, order) => answerOf(1, driver, `order-${order}`, 1)));
    const share = (what: string) => answers.filter((answer) => answer.what === what).length / 200;
    expect(share('DECLINE')).to.be.within(0.2, 0.4);
    expect(share('IGNORE')).to.be.within(0.12, 0.28);
  });
});

function skusOf({ products }: DayPlan['sellers'][number]): string[] {
  return products.flatMap(({ variants }) => variants.map(({ sku }) => sku));
}
