import { expect } from 'chai';
import { mapLabel } from '../../../../consoles/shared/map/map-label.ts';

describe('names on the map', () => {
  it('have brackets that face the right way for an Arabic reader', () => {
    expect(mapLabel('وسط المدينة (المدينة)')).to.equal('وسط المدينة )المدينة(');
    expect(mapLabel('«اللؤلؤة» [3]')).to.equal('»اللؤلؤة« ]3[');
  });

  it('are unchanged where nothing is read from right to left', () => {
    expect(mapLabel('Centre (Msheireb)')).to.equal('Centre (Msheireb)');
  });
});
