import { expect } from 'chai';
import fc from 'fast-check';
import { add, apportion, compare } from '../../../actors/money/money.ts';

const amount = (most: number) => fc.integer({ min: 0, max: most }).map((fils) => (fils / 100).toFixed(2));

describe('an amount divided by weights', () => {
  it('gives the remainder to the largest fractions, among equal ones to the earlier', () => {
    expect(apportion('0.10', ['1.00', '1.00', '1.00'])).to.deep.equal(['0.04', '0.03', '0.03']);
    expect(apportion('10.01', ['50.05', '0.00', '50.04'])).to.deep.equal(['5.01', '0.00', '5.00']);
    expect(apportion('9.00', ['90.00'])).to.deep.equal(['9.00']);
    expect(apportion('0.00', ['0.00', '0.00'])).to.deep.equal(['0.00', '0.00']);
    expect(apportion('0.00', [])).to.deep.equal([]);
  });

  it('adds up to the dirham, each part within one of its exact share', () => {
    const weights = fc.array(amount(99_999_999), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(weights, fc.integer({ min: 0, max: 10_000 }), (parts, rate) => {
        const whole = add(...parts);
        fc.pre(compare(whole, '0.00') > 0);
        const total = ((Number(whole) * rate) / 10_000).toFixed(2);
        const divided = apportion(total, parts);
        expect(add(...divided)).to.equal(total);
        for (const [index, part] of divided.entries()) {
          const exact = (Number(total) * Number(parts[index])) / Number(whole);
          expect(Math.abs(Number(part) - exact)).to.be.lessThan(0.011);
        }
      }),
    );
  });
});
