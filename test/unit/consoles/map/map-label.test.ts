import { expect } from 'chai';
import { mapLabel } from '../../../../consoles/shared/map/map-label.ts';

describe('names on the map', () => {
  it('have brackets that open the way an Arabic reader reads', () => {
    expect(mapLabel('وسط المدينة (المدينة)')).to.equal('وسط المدينة )المدينة(');
    expect(mapLabel('«اللؤلؤة» [3]')).to.equal('»اللؤلؤة« ]3[');
  });

  it('are left alone where nothing is read from the right', () => {
    expect(mapLabel('Centre (Msheireb)')).to.equal('Centre (Msheireb)');
  });
});
