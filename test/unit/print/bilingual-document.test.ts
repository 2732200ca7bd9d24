import { expect } from 'chai';
import { BilingualDocument, type TextStyle } from '../../../server/kernel/print/bilingual-document.ts';

describe('a document in Arabic and English', () => {
  const style: TextStyle = { size: 10, weight: 'regular', direction: 'ltr' };
  const drawn = async (text: string, width = 500) => {
    const document = new BilingualDocument({ title: 'Test', number: 'T-1', at: new Date(0) });
    const height = document.text(text, { x: 40, width }, style);
    expect(document.height(text, width, style)).to.equal(height);
    expect((await document.finish()).toString('latin1', 0, 5)).to.equal('%PDF-');
    return { omitted: document.omitted, lines: Math.round(height / 13.5) };
  };

  it('draws letters of Latin and Arabic, and plain ones for their variants', async () => {
    for (const text of ['Noora نورة', 'Łódź', 'Şükrü', 'Ａｂ ﬁ ①', 'e\u0301\u0323', 'می\u200cخواهم', ''])
      expect(await drawn(text), text).to.deep.equal({ omitted: false, lines: 1 });
  });

  it('marks that letters of other scripts are left out', async () => {
    for (const text of ['नमस्ते', '李明 Li', 'Иван', '😀'])
      expect(await drawn(text), text).to.deep.equal({ omitted: true, lines: 1 });
  });

  it('numbers its pages at their foot if there are several, and adds no page for that', async () => {
    const pages = async (rows: number) => {
      const document = new BilingualDocument({ title: 'Test', number: 'T-1', at: new Date(0) });
      for (let row = 0; row < rows; row += 1) {
        document.need(400);
        document.y += document.text('row', { x: 40, width: 100 }, style) + 390;
      }
      return ((await document.finish()).toString('latin1').match(/\/Type \/Page\b/g) ?? []).length;
    };
    expect([await pages(1), await pages(3)]).to.deep.equal([1, 3]);
  });

  it('breaks between words, and within a word that is longer than its line', async () => {
    expect(await drawn('one two three four', 40)).to.include({ lines: 3 });
    expect((await drawn('abc unbreakable', 30)).lines).to.be.within(3, 5);
    expect(await drawn('كلمةلا', 1), 'no empty line').to.include({ lines: 6 });
  });
});
