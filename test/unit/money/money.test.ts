import { expect } from 'chai';
import fc from 'fast-check';
import {
  absolute,
  add,
  compare,
  isZero,
  multiply,
  negate,
  normalise,
  percent,
  subtract,
  ZERO,
} from '../../../actors/money/money.ts';

/** Cents, and the amount they make. */
const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
const amountOf = (count: number): string => {
  const digits = String(Math.abs(count)).padStart(3, '0');
  return `${count < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

describe('money', () => {
  it('adds and subtracts exactly where binary fractions would not', () => {
    expect(add('0.10', '0.20')).to.equal('0.30');
    expect(subtract('0.30', '0.10')).to.equal('0.20');
    expect(add()).to.equal(ZERO);
    fc.assert(
      fc.property(cents, cents, (left, right) => {
        expect(add(amountOf(left), amountOf(right))).to.equal(amountOf(left + right));
        expect(subtract(amountOf(left), amountOf(right))).to.equal(amountOf(left - right));
        expect(compare(amountOf(left), amountOf(right))).to.equal(Math.sign(left - right));
      }),
    );
  });

  it('rounds a percentage once, half up', () => {
    expect(percent('100.00', '10')).to.equal('10.00');
    expect(percent('0.05', '10')).to.equal('0.01');
    expect(percent('0.04', '10')).to.equal('0.00');
    expect(percent('33.35', '10.00')).to.equal('3.34');
    expect(percent('-0.05', '10')).to.equal('-0.01');
    expect(percent('79.99', '12.5')).to.equal('10.00');
  });

  it('has two decimals and no negative zero', () => {
    expect(normalise('5')).to.equal('5.00');
    expect(normalise('5.5')).to.equal('5.50');
    expect(negate('0.00')).to.equal('0.00');
    expect(normalise('-0')).to.equal('0.00');
    expect(absolute('-3.10')).to.equal('3.10');
    expect(multiply('19.99', 3)).to.equal('59.97');
    expect(isZero('0')).to.equal(true);
  });

  it('refuses what is not an amount', () => {
    for (const wrong of ['', 'abc', '1.005', '1e3', ' 1', '1,00', 'NaN', 'Infinity', '.5', '٢٥']) {
      expect(() => add(wrong), wrong).to.throw(RangeError);
    }
    expect(() => multiply('1.00', 1.5)).to.throw(RangeError);
    expect(() => add('9999999999.99', '0.01')).to.throw(RangeError);
    expect(add('9999999999.98', '0.01')).to.equal('9999999999.99');
  });

  it('compares amounts as text the same way as by value', () => {
    const cents = fc.oneof(
      fc.integer({ min: -200_000, max: 200_000 }),
      fc.constantFrom(0, 9, 10, 99, 100, 999_999_999_999),
    );
    const written = (value: number) => {
      const digits = String(Math.abs(value)).padStart(3, '0');
      return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
    };
    fc.assert(
      fc.property(
        cents,
        cents,
        (left, right) => compare(written(left), written(right)) === Math.sign(left - right),
      ),
      { seed: 3 },
    );
    expect(compare('5', '5.00')).to.equal(0);
    expect(() => compare('10000000000.00', '1.00')).to.throw(RangeError);
  });
});
