import { expect } from 'chai';
import fc from 'fast-check';
import { occurrencesOf, type SeriesTerms, WEEKDAYS } from '../../../server/dispatch/shifts/occurrences.ts';

const SERIES: SeriesTerms = {
  weekdays: ['SUNDAY', 'TUESDAY'],
  start: '08:00',
  end: '16:00',
  from: '2026-02-01',
  until: null,
  breaks: [{ from: '12:00', to: '12:30' }],
};

describe('the shifts of a series', () => {
  it('start on its weekdays, at its time in Qatar', () => {
    // 1 February 2026 is a Sunday.
    const [first, second, ...others] = occurrencesOf(SERIES, '2026-01-20', '2026-02-07');
    expect(first?.plannedStart.toISOString()).to.equal('2026-02-01T05:00:00.000Z');
    expect(first?.plannedEnd.toISOString()).to.equal('2026-02-01T13:00:00.000Z');
    expect(first?.breaks).to.deep.equal([
      { from: '2026-02-01T09:00:00.000Z', to: '2026-02-01T09:30:00.000Z' },
    ]);
    expect(second?.day).to.equal('2026-02-03');
    expect(others).to.deep.equal([]);
  });

  it('go past midnight, and so do their breaks', () => {
    const night = { ...SERIES, start: '22:00', end: '06:00', breaks: [{ from: '01:30', to: '02:00' }] };
    const [first] = occurrencesOf(night, '2026-02-01', '2026-02-01');
    expect(first?.plannedEnd.toISOString()).to.equal('2026-02-02T03:00:00.000Z');
    expect(first?.breaks[0]?.from).to.equal('2026-02-01T22:30:00.000Z');
  });

  it('end with its last day', () => {
    const days = (until: string | null) =>
      occurrencesOf({ ...SERIES, until }, '2026-02-01', '2026-02-14').map(({ day }) => day);
    expect(days(null)).to.deep.equal(['2026-02-01', '2026-02-03', '2026-02-08', '2026-02-10']);
    expect(days('2026-02-08')).to.deep.equal(['2026-02-01', '2026-02-03', '2026-02-08']);
    expect(days('2026-01-31')).to.deep.equal([]);
  });

  it('never overlap, and are the same however the days are divided', () => {
    const time = fc.tuple(fc.nat(23), fc.nat(59)).map(([hour, minute]) => `${two(hour)}:${two(minute)}`);
    const series = fc.record({
      weekdays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
      start: time,
      end: time,
      from: fc.constantFrom('2026-02-01', '2026-02-05', '2026-02-20'),
      until: fc.constantFrom(null, '2026-02-10', '2026-03-01'),
      breaks: fc.constant([]),
    });
    fc.assert(
      fc.property(
        series.filter(({ start, end }) => start !== end),
        (terms) => {
          const whole = occurrencesOf(terms, '2026-01-25', '2026-03-05');
          const cut = [
            ...occurrencesOf(terms, '2026-01-25', '2026-02-11'),
            ...occurrencesOf(terms, '2026-02-12', '2026-03-05'),
          ];
          expect(cut).to.deep.equal(whole);
          whole.forEach((one, index) => {
            expect(one.plannedEnd > one.plannedStart).to.equal(true);
            const next = whole[index + 1];
            if (next !== undefined) expect(next.plannedStart >= one.plannedEnd).to.equal(true);
          });
        },
      ),
    );
  });
});

function two(value: number): string {
  return String(value).padStart(2, '0');
}
