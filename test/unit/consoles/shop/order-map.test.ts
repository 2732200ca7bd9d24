import { expect } from 'chai';
import { driversOnMap } from '../../../../consoles/shop/pages/orders/order-map.tsx';

type Part = Parameters<typeof driversOnMap>[0][number];

const HERE = { latitude: 25.29, longitude: 51.53, recordedAt: '2026-02-12T12:00:00.000Z' };
const part = (id: string, name: string | null, place: object | null = HERE) =>
  ({
    group: { id },
    tracked: { driver: name === null ? null : { displayName: name }, driverLocation: place },
  }) as Part;

describe('the drivers on an order’s map', () => {
  const idsOf = (...parts: Part[]) => driversOnMap(parts).map(({ id }) => id);

  it('are one for all parts that one driver brings', () => {
    expect(idsOf(part('a', 'Rashid'), part('b', 'Rashid'))).to.deep.equal(['a']);
  });

  it('are several where parts come with several, even of one name', () => {
    expect(idsOf(part('a', 'Rashid'), part('b', 'Yousef'))).to.deep.equal(['a', 'b']);
    expect(idsOf(part('a', 'Rashid'), part('b', 'Rashid', { ...HERE, latitude: 25.3 }))).to.deep.equal([
      'a',
      'b',
    ]);
  });

  it('are left out where nobody has the part, or the position is not known', () => {
    expect(idsOf(part('a', null), part('b', 'Rashid', null))).to.deep.equal([]);
  });
});
