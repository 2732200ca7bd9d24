import { expect } from 'chai';
import fc from 'fast-check';
import { maskedIban, parseIban } from '../../../server/marketplace/sellers/iban.ts';

const KNOWN = 'QA58DOHB00001234567890ABCDEFG';
const SYMBOLS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

describe('a Qatar IBAN', () => {
  it('is read however it is spaced and written', () => {
    const expected = { iban: KNOWN, bankCode: 'DOHB', lastFour: 'DEFG' };
    for (const text of [KNOWN, 'QA58 DOHB 0000 1234 5678 90AB CDEF G', ` ${KNOWN.toLowerCase()} `])
      expect(parseIban(text)).to.deep.equal(expected);
  });

  it('is refused with another length, country, form of bank code or wrong check digits', () => {
    for (const text of [
      KNOWN.slice(0, -1),
      `${KNOWN}0`,
      `AE${KNOWN.slice(2)}`,
      `QA58D0HB${KNOWN.slice(8)}`,
      `QA59${KNOWN.slice(4)}`,
      `${KNOWN.slice(0, -1)}-`,
      KNOWN.replace('DEFG', 'DEFG'.toLowerCase()).replace('00001', '0000ı'),
      // Remainder 1, with check digits that no bank issues.
      'QA00DOHB000012345678000000042',
      'QA01DOHB000012345678000000024',
      'QA99DOHB000012345678000000006',
      '',
    ])
      expect(parseIban(text), text).to.equal(null);
  });

  it('with any one character mistyped, or two neighbours swapped, is refused', () => {
    const place = fc.integer({ min: 4, max: KNOWN.length - 1 });
    // A digit for a digit, a letter for a letter: what the checksum promises to find.
    fc.assert(
      fc.property(place, fc.constantFrom(...SYMBOLS), (index, symbol) => {
        fc.pre(/\d/.test(symbol) === /\d/.test(KNOWN.charAt(index)));
        const typed = KNOWN.slice(0, index) + symbol + KNOWN.slice(index + 1);
        return (parseIban(typed) !== null) === (typed === KNOWN);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 4, max: KNOWN.length - 2 }), (index) => {
        const swapped =
          KNOWN.slice(0, index) + KNOWN.charAt(index + 1) + KNOWN.charAt(index) + KNOWN.slice(index + 2);
        return (parseIban(swapped) !== null) === (swapped === KNOWN);
      }),
    );
  });

  it('shows four characters of 29 once it is masked', () => {
    expect(maskedIban('DEFG'))
      .to.equal(`QA${'*'.repeat(23)}DEFG`)
      .and.to.have.length(29);
  });
});
