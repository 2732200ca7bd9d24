import { expect } from 'chai';
import {
  fileTexts,
  sentTexts,
  textColumns,
  textsIn,
  textsOf,
} from '../../../server/marketplace/catalogue/product-texts.ts';

const title = { en: 'Premium Khalas dates', ar: 'تمر خلاص فاخر' };
const description = { en: 'Packed by hand.', ar: 'معبأ يدويا.' };
const product = {
  titleEn: title.en,
  titleAr: title.ar,
  descriptionEn: description.en,
  descriptionAr: description.ar,
};

describe('the texts of a product', () => {
  it('are shown to a shopper in one language', () => {
    expect(textsIn('en', product)).to.deep.equal({ title: title.en, description: description.en });
    expect(textsIn('ar', product)).to.deep.equal({ title: title.ar, description: description.ar });
  });

  it('are shown to their seller in both languages', () => {
    expect(textsOf(product)).to.deep.equal({ title, description });
  });

  it('are written as sent, and a text that is not sent stays unchanged', () => {
    expect(sentTexts({ title, description })).to.deep.equal(product);
    expect(sentTexts({ description })).to.deep.equal({
      descriptionEn: description.en,
      descriptionAr: description.ar,
    });
    expect(sentTexts({})).to.deep.equal({});
  });

  it('of a catalogue file fill every column', () => {
    const row = fileTexts({ title, description });
    expect(Object.keys(row)).to.have.members([...textColumns]);
    expect(row).to.include({ title_ar: title.ar, description_en: description.en });
  });

  it('are written without the other fields of the request', () => {
    const request = { categoryId: 'c', active: false, title, description };
    expect(sentTexts(request)).to.deep.equal(product);
  });
});
