import { expect } from 'chai';
import { BLUE_PLATE_ZONES, bluePlateZone } from '../../../actors/geo/blue-plate-zones.ts';
import { loadServiceArea } from '../../../db/seeds/load-service-area.ts';

describe('the zones of blue plates', () => {
  it('have a centre within the service area, and a name in both languages or in none', async () => {
    const area = await loadServiceArea();
    expect(BLUE_PLATE_ZONES).to.have.length(90);
    for (const { number, name, middle } of BLUE_PLATE_ZONES) {
      expect(area.contains(middle), `zone ${number}`).to.equal(true);
      expect(name.en === '', `zone ${number}`).to.equal(name.ar === '');
      if (name.ar !== '') expect(name.ar).to.match(/^[\u0600-\u06ff /]+$/);
    }
    expect(bluePlateZone(61)?.name.en).to.include('Al Dafna');
    for (const none of [8, 59, 87, 99]) expect(bluePlateZone(none)).to.equal(null);
  });
});
