import { expect } from 'chai';
import { type ShippingMethod, sellerShipping } from '../../../server/marketplace/sellers/shipping-methods.ts';

const method = (methodId: string, fields: Partial<ShippingMethod> = {}): ShippingMethod => ({
  methodId,
  sellerId: null,
  code: 'STANDARD',
  name: { en: methodId, ar: methodId },
  price: '25.00',
  currency: 'QAR',
  minDays: 2,
  maxDays: 4,
  zoneNumbers: null,
  ...fields,
});
const platform = [method('standard'), method('express', { code: 'EXPRESS' })];
const own = (methodId: string, fields: Partial<ShippingMethod> = {}) =>
  method(methodId, { sellerId: 'seller', code: 'CUSTOM', ...fields });

function offered(methods: ShippingMethod[], zone = 61): string[] | string {
  const shipping = sellerShipping('seller', methods, zone);
  return shipping.methods === null ? shipping.reason : shipping.methods.map(({ methodId }) => methodId);
}

describe('shipping methods of a seller', () => {
  it('are the platform’s for a seller without methods of its own', () => {
    const foreign = method('foreign', { sellerId: 'another' });
    expect(offered([...platform, foreign])).to.deep.equal(['standard', 'express']);
  });

  it('are its own alone once it has any', () => {
    expect(offered([...platform, own('own')])).to.deep.equal(['own']);
  });

  it("include only those that cover the address, without falling back on the platform's", () => {
    const near = own('near', { zoneNumbers: [61, 62] });
    expect(offered([...platform, near, own('far', { zoneNumbers: [70] })])).to.deep.equal(['near']);
    expect(offered([...platform, near], 63)).to.equal('ADDRESS_NOT_COVERED');
  });

  it('are never in another currency', () => {
    expect(offered([...platform, own('dollars', { currency: 'USD' })])).to.equal('OTHER_CURRENCY');
    expect(offered([...platform, own('dollars', { currency: 'USD' }), own('riyals')])).to.deep.equal([
      'riyals',
    ]);
    expect(offered([own('dollars', { currency: 'USD' }), own('far', { zoneNumbers: [70] })])).to.equal(
      'ADDRESS_NOT_COVERED',
    );
  });

  it('are refused when no method exists', () => {
    expect(offered([])).to.equal('ADDRESS_NOT_COVERED');
  });
});
