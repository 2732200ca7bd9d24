import { expect } from 'chai';
import { cornersOf, withCorners } from '../../../../consoles/dispatch/screens/zones/corners.ts';

const TYPED = '51.5, 25.3\n51.6, 25.3\n51.6, 25.4';

describe('the corners of a zone, typed as text', () => {
  it('are converted both ways', () => {
    const zone = withCorners(TYPED, null);
    expect(zone?.coordinates[0]).to.have.length(4);
    expect(zone === null ? null : cornersOf(zone)).to.equal(TYPED);
  });

  it('are refused when half of one is missing or is not a number', () => {
    for (const line of ['51.55,', ', 25.35', '51.55', '51.55, 25.35, 3', '51.55, north', '181, 25'])
      expect(withCorners(`${TYPED}\n${line}`, null), line).to.equal(null);
  });

  it('leave a zone’s other parts as they are', () => {
    const ring = (x: number) => [
      [x, 25],
      [x + 1, 25],
      [x + 1, 26],
      [x, 25],
    ];
    const former = { type: 'MultiPolygon' as const, coordinates: [[ring(50), ring(51)], [ring(52)]] };
    const [first, ...others] = withCorners(TYPED, former)?.coordinates ?? [];
    expect(first?.slice(1)).to.deep.equal([ring(51)]);
    expect(others).to.deep.equal([[ring(52)]]);
  });
});
