import { once } from 'node:events';
import { expect } from 'chai';
import { openDatabase } from '../../db/database.ts';
import { ApiClient, type Schema } from '../support/api-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { spawnApi } from '../support/server-processes.ts';
import { freshAddress, testEnvironment } from '../support/service.ts';

/** Number of responses before the stop: requests are under way on every connection by then. */
const ENOUGH = 40;

describe('a planned stop', () => {
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase();
  });

  after(() => database?.drop());

  it('answers every request it has accepted, loses none of them, and exits with 0', async function () {
    this.timeout(60_000);
    const environment = testEnvironment(database.url, { LIMIT_WRITE_PER_MINUTE: '100000' });
    const { child, url } = await spawnApi(environment);
    const exited = once(child, 'exit');
    const browsing = new ApiClient(url, freshAddress());
    const products = await browsing.get<Schema<'ProductList'>>('/products?inStock=true');
    const product = await browsing.get<Schema<'Product'>>(`/products/${products.data[0]?.id}`);
    const offerId = product.variants.find((variant) => variant.bestOffer !== null)?.bestOffer?.id;

    const tokens: string[] = [];
    const odd: number[] = [];
    let refused = 0;
    const shop = async () => {
      const client = new ApiClient(url, freshAddress());
      try {
        const { status, body } = await client.call<Schema<'Cart'>>('POST', '/cart/items', {
          body: { offerId, quantity: 1 },
        });
        if (status === 200 && body.token !== null) tokens.push(body.token);
        else odd.push(status);
      } catch {
        // Refused or cut connections never got a response: the client knows that nothing is promised.
        refused += 1;
      }
    };
    const load = Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let round = 0; round < 40; round += 1) {
          await shop();
          if (tokens.length >= ENOUGH && !child.killed) child.kill('SIGTERM');
        }
      }),
    );
    await load;
    // In case the stop never happened: the assertions below show it.
    if (tokens.length < ENOUGH) child.kill('SIGKILL');
    const [code] = await exited;
    expect({ code, odd }).to.deep.equal({ code: 0, odd: [] });
    expect(tokens.length).to.be.at.least(ENOUGH);
    expect(refused).to.be.greaterThan(0);

    const books = openDatabase(database.url, { name: 'test', max: 1 });
    try {
      const [row] = await books('carts').count<{ count: number }[]>('* as count');
      expect(Number(row?.count)).to.equal(tokens.length);
    } finally {
      await books.destroy();
    }
  });
});
