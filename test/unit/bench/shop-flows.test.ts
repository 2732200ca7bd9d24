import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { OWN_FLOWS } from '../../bench/shop-against.ts';
import { filledIn, pointedAt, readBaseUrl, readShopFlows } from '../../bench/shop-flows.ts';
import { Visit, Visitors } from '../../bench/shop-visitor.ts';

describe('a shop described by a file', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'wasl-flows-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const read = (text: string) => {
    const file = join(folder, 'shop.json');
    writeFileSync(file, text);
    return readShopFlows(file);
  };

  it('has every flow of our own shop', () => {
    expect(Object.keys(readShopFlows(OWN_FLOWS).flows)).to.deep.equal([
      'browse',
      'search',
      'product',
      'cart',
    ]);
  });

  it('refuses what it does not understand, in one line that names the place', () => {
    const faulty: readonly [text: string, why: RegExp][] = [
      ['no json', /cannot be read as JSON/],
      ['{"name": "One"}', /no flow is described/],
      ['{"name": "One", "browse": ["list"]}', /browse\.0: a path begins with \//],
      ['{"name": "One", "browse": []}', /browse: /],
      ['{"name": "One", "browse": ["/"], "other": 1}', /other/],
      ['{"name": "One", "cart": [{"method": "POST", "path": "/", "json": {}, "form": {}}]}', /not both/],
      ['{"name": "One", "browse": ["/"], "find": {"id": {"path": "/", "pointer": "id"}}}', /pointer/],
    ];
    for (const [text, why] of faulty)
      expect(() => read(text), text)
        .to.throw(why)
        .with.property('message')
        .that.does.not.include('\n');
    expect(() => readShopFlows(join(folder, 'none.json'))).to.throw(/cannot be read/);
  });

  it('has a base URL of http or https', () => {
    expect(readBaseUrl('https://shop.example/store/')).to.equal('https://shop.example/store');
    for (const text of ['shop.example', 'ftp://shop.example', 'http://shop.example/?a=1', ''])
      expect(() => readBaseUrl(text), text).to.throw(/--against takes a URL/);
  });

  it('finds values by pointers, and puts them in the place of their names', () => {
    expect(pointedAt({ data: [{ 'a/b': 'x' }] }, '/data/0/a~1b')).to.equal('x');
    expect(pointedAt({ data: [] }, '/data/0/id')).to.equal(undefined);
    expect(filledIn({ path: '/p/{id}', other: '{none}' }, { id: '7' })).to.deep.equal({
      path: '/p/7',
      other: '{none}',
    });
  });

  it('keeps cookies and what a step says within a visit, and fails where the shop refuses', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const server = createServer((req, res) => {
      seen.push(req.headers);
      res.setHeader('Set-Cookie', 'basket=one; Path=/');
      res.statusCode = req.url === '/gone' ? 404 : 200;
      res.end(JSON.stringify({ token: 'secret' }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const visitors = new Visitors(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 1);
    try {
      const visit = new Visit(visitors);
      await visit.take({ method: 'POST', path: '/cart', json: { id: 1 }, keep: { 'X-Cart': '/token' } });
      await visit.take({ method: 'GET', path: '/cart' });
      await new Visit(visitors).take({ method: 'GET', path: '/cart' });
      expect(seen.map(({ cookie, 'x-cart': kept }) => [cookie, kept])).to.deep.equal([
        [undefined, undefined],
        ['basket=one', 'secret'],
        [undefined, undefined],
      ]);
      const refused = await visit
        .take({ method: 'GET', path: '/gone' })
        .catch((error: Error) => error.message);
      expect(refused).to.equal('GET /gone: 404');
    } finally {
      visitors.close();
      server.close();
    }
  });
});
