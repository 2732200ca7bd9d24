import { expect } from 'chai';
import {
  draftOf,
  emptyDraft,
  isBound,
  mayAddOption,
  newOption,
  newValue,
  optionsAreSound,
  type ProductSheet,
  rowsOf,
  type SheetDraft,
  say,
  variantsOf,
  withVersions,
} from '../../../../consoles/seller/products/sheet-model.ts';

const words = (en: string, ar = `${en} ع`) => ({ en, ar });
const option = (name: string, ...values: string[]) => ({
  ...newOption(),
  name: words(name),
  values: values.map((value) => newValue(words(value))),
});

/** Two weights and two grinds, of which the product has three combinations. */
function sheet(): ProductSheet {
  const variant = (id: string, weight: string, grind: string) => ({
    ...{ id, sku: id.toUpperCase(), options: { weight, grind }, name: words(`${weight} ${grind}`) },
    optionTexts: {
      weight: { name: words('Weight'), value: words(weight) },
      grind: { name: words('Grind'), value: words(grind) },
    },
  });
  const product = {
    ...{ id: 'product', own: true, categoryId: 'food', title: words('Coffee'), description: words('Good') },
    ...{ digital: false, active: true, images: [], version: 4, createdAt: '', updatedAt: '' },
    variants: [variant('a', '1 kg', 'fine'), variant('b', '1 kg', 'whole'), variant('c', '2 kg', 'fine')],
  };
  const offer = { variantId: 'a', version: 7, price: { amount: '45.00', currency: 'QAR' }, active: false };
  return { product, offers: [{ ...offer, lowStockThreshold: 5 }] } as unknown as ProductSheet;
}

describe('the editor of a product', () => {
  const saidOf = (draft: SheetDraft) => rowsOf(draft).map(({ sku, wanted }) => [sku, wanted]);

  it('creates a variant for each combination, and one for a product without options', () => {
    expect(rowsOf(emptyDraft())).to.have.length(1);
    const draft = { ...emptyDraft(), options: [option('Size', 'S', 'M'), option('Colour', 'Red', 'Blue')] };
    const names = rowsOf(draft).map(({ values }) => values.map(({ words: { en } }) => en).join(' '));
    expect(names).to.deep.equal(['S Red', 'S Blue', 'M Red', 'M Blue']);
    expect(optionsAreSound(draft)).to.equal(true);
    for (const faulty of [option('Size', 'S', 's'), option('Size', ''), option('', 'S')])
      expect(optionsAreSound({ ...draft, options: [faulty] })).to.equal(false);
  });

  it("keeps a variant's data when labels change, and when a value is removed and added again", () => {
    let draft: SheetDraft = { ...emptyDraft(), options: [option('Size', 'S', 'M')] };
    const [small, medium] = rowsOf(draft);
    if (small === undefined || medium === undefined) throw new Error('no rows');
    draft = say(say(draft, small, { sku: 'SMALL' }), medium, { sku: 'MEDIUM', price: '12,5' });
    const [size] = draft.options;
    if (size === undefined) throw new Error('no option');
    const renamed = {
      ...size,
      values: size.values.map((value) => ({ ...value, words: words(`${value.words.en}!`) })),
    };
    draft = { ...draft, options: [renamed] };
    expect(saidOf(draft).map(([sku]) => sku)).to.deep.equal(['SMALL', 'MEDIUM']);
    const without = { ...draft, options: [{ ...renamed, values: renamed.values.slice(1) }] };
    expect(saidOf(without)).to.deep.equal([['MEDIUM', true]]);
    expect(saidOf({ ...without, options: [renamed] }).map(([sku]) => sku)).to.deep.equal(['SMALL', 'MEDIUM']);
    expect(variantsOf(without)).to.deep.equal([
      {
        ...{ sku: 'MEDIUM', options: { Size: 'M!' } },
        optionTexts: { Size: { name: words('Size'), value: words('M!') } },
        offer: { price: { amount: '12.50', currency: 'QAR' }, active: true, lowStockThreshold: null },
      },
    ]);
  });

  it('saves a product unchanged, with the missing combination offered and not selected', () => {
    const draft = draftOf(sheet());
    expect(saidOf(draft)).to.deep.equal([
      ['A', true],
      ['B', true],
      ['C', true],
      ['', false],
    ]);
    const sent = variantsOf(draft);
    expect(sent.map(({ id, options }) => [id, options])).to.deep.equal([
      ['a', { weight: '1 kg', grind: 'fine' }],
      ['b', { weight: '1 kg', grind: 'whole' }],
      ['c', { weight: '2 kg', grind: 'fine' }],
    ]);
    expect(sent[0]).to.deep.include({
      ...{ name: words('1 kg fine') },
      offer: { version: 7, price: { amount: '45.00', currency: 'QAR' }, active: false, lowStockThreshold: 5 },
    });
    expect(sent[1], 'no price, no offer').to.not.have.property('offer');
    // When the title changes, the service generates new names for its variants.
    expect(variantsOf({ ...draft, title: words('Qahwa') })[0]).to.not.have.property('name');
  });

  it('removes no existing variant from a product, adds values to it, and takes over versions', () => {
    const draft = draftOf(sheet());
    const [weight] = draft.options;
    if (weight === undefined) throw new Error('no option');
    expect(mayAddOption(draft)).to.equal(false);
    expect(isBound(draft, weight.mark)).to.equal(true);
    expect(weight.values.map(({ mark }) => isBound(draft, mark))).to.deep.equal([true, true]);
    const added = newValue(words('5 kg'));
    const more = {
      ...draft,
      options: [{ ...weight, values: [...weight.values, added] }, ...draft.options.slice(1)],
    };
    expect(isBound(more, added.mark)).to.equal(false);
    expect(saidOf(more).slice(-2), 'new ones are wanted').to.deep.equal([
      ['', true],
      ['', true],
    ]);
    const now = sheet();
    const [offer] = now.offers;
    if (offer === undefined) throw new Error('no offer');
    offer.version = 9;
    expect(variantsOf(withVersions(draft, now))[0]?.offer?.version).to.equal(9);
  });
});
