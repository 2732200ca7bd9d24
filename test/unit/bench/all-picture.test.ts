import { expect } from 'chai';
import { pictureOfAll } from '../../bench/all-picture.ts';
import { PUBLISHED } from '../../bench/published.ts';

describe('the picture of all benches', () => {
  it('has a panel for each value that was measured, and none for the others', () => {
    const svg = pictureOfAll({ orders: 300 }, 'a machine');
    expect(svg).to.include(PUBLISHED.orders.title).and.to.not.include(PUBLISHED.script.title);
    expect(svg.match(/<rect class="bar/g)).to.have.length(PUBLISHED.orders.others.length + 1);
  });

  it('shows the better ones first, whether more or less is better', () => {
    const sequenceOf = (svg: string) =>
      [...svg.matchAll(/text-anchor="end">([^<]+)</g)].map(([, who]) => who);
    expect(sequenceOf(pictureOfAll({ orders: 300 }, ''))).to.deep.equal([
      ...['TigerFans', 'Shopify', 'Wasl', 'Crystallize', 'Shopware 6'],
    ]);
    expect(sequenceOf(pictureOfAll({ script: 6.1 }, ''))[0]).to.equal('Wasl');
  });

  it('keeps every bar within the picture, however far the values lie apart', () => {
    for (const orders of [0.01, 1, 1_000_000]) {
      const svg = pictureOfAll({ orders, weight: 1 }, 'less < than & more');
      const widths = [...svg.matchAll(/<rect class="bar[^>]* width="(\d+)"/g)].map(([, width]) =>
        Number(width),
      );
      expect(Math.max(...widths)).to.be.at.most(400);
      expect(Math.min(...widths)).to.be.at.least(2);
      expect(svg).to.include('less &lt; than &amp; more');
    }
  });
});
