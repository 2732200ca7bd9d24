import { expect } from 'chai';
import fc from 'fast-check';
import {
  amountOf,
  changeFor,
  DENOMINATIONS,
  dirhams,
  likelyPayments,
  sumOf,
} from '../../../../consoles/driver/tasks/cash.ts';

describe('cash at the door', () => {
  it('is parsed and formatted without rounding', () => {
    expect(dirhams('115.00')).to.equal(11_500);
    expect(dirhams('0.25')).to.equal(25);
    expect(amountOf(11_505)).to.equal('115.05');
    expect(() => dirhams('1,5')).to.throw(RangeError);
    fc.assert(fc.property(fc.nat(99_999_999), (amount) => dirhams(amountOf(amount)) === amount));
  });

  it('suggests change in few notes and coins', () => {
    expect(changeFor(11_500, 20_000)).to.deep.equal({ change: 8_500, pieces: { 5000: 1, 1000: 3, 500: 1 } });
    expect(changeFor(11_500, 10_000)).to.deep.equal({ change: 0, pieces: {} });
  });

  it('suggests exact change, down to the smallest coin', () => {
    const smallest = DENOMINATIONS.at(-1) ?? 1;
    fc.assert(
      fc.property(fc.nat(200_000), fc.nat(200_000), (due, more) => {
        const { change, pieces } = changeFor(due, due + more);
        const left = change - sumOf(pieces);
        return change === more && left >= 0 && left < smallest;
      }),
    );
  });

  it('offers the amounts that people usually pay with', () => {
    expect(likelyPayments(11_500)).to.deep.equal([11_500, 12_000, 15_000, 20_000, 50_000]);
    expect(likelyPayments(10_000)).to.deep.equal([10_000, 20_000, 50_000]);
  });
});
