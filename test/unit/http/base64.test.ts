import { expect } from 'chai';
import { isBase64 } from '../../../server/kernel/http/base64.ts';

describe('base64 in bodies', () => {
  it('is told from other texts, however long', () => {
    for (const text of ['', 'AAAA', 'AAA=', 'AA==', 'a+/9', Buffer.alloc(9_000_000, 7).toString('base64')])
      expect(isBase64(text), text.slice(0, 20)).to.equal(true);
    for (const text of ['A', 'AA', 'AAA', 'A===', '====', 'AA=A', 'AAA\n', 'AA A', 'ÄAAA', 'AA-_'])
      expect(isBase64(text), text).to.equal(false);
  });
});
