import { expect } from 'chai';
import { guessKind } from '../../../../consoles/seller/files/read-file.ts';

describe('the kind of a seller’s file', () => {
  it('is recognized by the column names of what the service gives out, whatever separates them', () => {
    const heads = {
      PRODUCTS:
        'productId,category,titleEn,titleAr,descriptionEn,descriptionAr,digital,active,version,variantId,sku',
      OFFERS: 'offerId,sku,titleEn,titleAr,variant,price,active,lowStockThreshold,available,version',
      STOCK: 'offerId,sku,warehouse,warehouseName,onHand,reserved,titleEn,version',
    };
    for (const [kind, head] of Object.entries(heads)) {
      expect(guessKind(`\ufeff${head}\r\n1,2,3`), kind).to.equal(kind);
      expect(guessKind(`"${head.replaceAll(',', '";"')}"\n`), kind).to.equal(kind);
    }
  });

  it('is recognized of files with the least columns, and left open if nothing tells', () => {
    expect(guessKind('category,titleEn,titleAr\n')).to.equal('PRODUCTS');
    expect(guessKind('SKU\tPrice\n')).to.equal('OFFERS');
    expect(guessKind('sku,on hand\n')).to.equal('STOCK');
    expect(guessKind('sku,name\n')).to.equal(null);
  });
});
