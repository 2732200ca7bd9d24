import { expect } from 'chai';
import { until } from '../../../scripts/shared/waiting.ts';
import { collectUnused } from '../../../server/kernel/uploads/stored-files.ts';
import type { Schema } from '../../support/api-client.ts';
import { asBody, avif, jpeg, png, webp } from '../../support/pictures.ts';
import { S3Server } from '../../support/s3-server.ts';
import { startService, type TestService } from '../../support/service.ts';
import { freshSku, ShopPeople, tally } from '../../worlds/shop-people.ts';

type Image = Schema<'ProductImage'>;
type SellerProduct = Schema<'SellerProduct'>;

/** Stored in a bucket; tests of delivery photos store theirs on disk. */
describe("pictures of a seller's products", () => {
  let storage: S3Server;
  let service: TestService;
  let people: ShopPeople;
  let shop: Awaited<ReturnType<ShopPeople['shop']>>;
  let product: SellerProduct;
  let path: string;

  before(async () => {
    storage = await S3Server.start();
    service = await startService({ env: storage.environment });
    people = await ShopPeople.meet(service);
    shop = await people.shop();
  });

  after(async () => {
    await service?.stop();
    await storage?.stop();
  });

  beforeEach(async () => {
    const category = await people.database('categories').first('id');
    product = await shop.client.post<SellerProduct>('/seller/products', {
      categoryId: category.id,
      title: { en: 'Date syrup', ar: 'دبس التمر' },
      description: { en: 'Thick and dark.', ar: 'كثيف وداكن.' },
      variants: [{ sku: freshSku(), options: {} }],
    });
    path = `/seller/products/${product.id}/images`;
  });

  const described = ({ en, ar }: Image['alt']) => `${path}?${new URLSearchParams({ altEn: en, altAr: ar })}`;
  const add = (image: Buffer, alt?: Image['alt']) =>
    shop.client.post<Image>(alt === undefined ? path : described(alt), asBody(image));
  const own = () => shop.client.get<SellerProduct>(`/seller/products/${product.id}`);
  const nameOf = ({ url }: { url: string }) => url.slice('/uploads/'.length);
  const collect = () => collectUnused(service.inside.deps, 100);
  const age = (name: string) =>
    people
      .database('stored_files')
      .where({ name })
      .update({ unused_since: new Date(Date.now() - 25 * 3_600_000) });

  it('are stored without their metadata, and served with their size, whatever their format', async () => {
    const alt = { en: 'A bottle', ar: 'قنينة' };
    const images = [
      await add(jpeg(640, 480, 6), alt),
      await add(png(4, 3)),
      await add(webp()),
      await add(avif()),
    ];
    expect(images.map(({ contentType, width, height }) => [contentType, width, height])).to.deep.equal([
      ['image/jpeg', 480, 640],
      ['image/png', 4, 3],
      ['image/webp', 30, 20],
      ['image/avif', 2, 2],
    ]);
    expect((await own()).images).to.deep.equal(images);
    for (const { url, contentType } of images) {
      const seen = await fetch(service.url + url);
      expect([seen.status, seen.headers.get('content-type')]).to.deep.equal([200, contentType]);
      expect(seen.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      expect(seen.headers.get('content-security-policy')).to.match(/^sandbox; default-src 'none'/);
      expect(seen.headers.get('x-content-type-options')).to.equal('nosniff');
      expect(seen.headers.get('cross-origin-resource-policy')).to.equal('cross-origin');
      const bytes = Buffer.from(await seen.arrayBuffer());
      expect(bytes.equals(storage.objects.get(nameOf({ url }))?.bytes ?? Buffer.alloc(0))).to.equal(true);
      expect(bytes.includes('25.28')).to.equal(false);
    }
    const guest = service.client();
    const shown = await guest.get<Schema<'Product'>>(`/products/${product.id}?locale=ar`);
    expect(shown.images.map(({ url, width, alt: said }) => [url, width, said])).to.deep.equal(
      images.map(({ url, width }, index) => [url, width, index === 0 ? 'قنينة' : '']),
    );
    const listed = await guest.get<Schema<'ProductList'>>(`/products?sort=newest&limit=1&locale=en`);
    expect(listed.data[0]?.image).to.deep.equal({
      url: images[0]?.url,
      width: 480,
      height: 640,
      alt: 'A bottle',
    });
  });

  it('are recognized by their bytes, whatever their name', async () => {
    const picture = await shop.client.post<Image>(path, asBody(webp(), 'image/jpeg'));
    expect(picture).to.include({ contentType: 'image/webp', width: 30, height: 20 });
  });

  it("are refused by their bytes, when there are too many, and for other sellers' products", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    await shop.client.refused(415, 'common.UNSUPPORTED_MEDIA_TYPE', 'POST', path, { body: asBody(svg) });
    const cut = { body: asBody(avif().subarray(0, 200)) };
    await shop.client.refused(422, 'common.VALIDATION_FAILED', 'POST', path, cut);
    const none = { body: asBody(Buffer.alloc(0)) };
    await shop.client.refused(422, 'common.VALIDATION_FAILED', 'POST', path, none);
    await shop.client.refused(422, 'common.VALIDATION_FAILED', 'POST', path);
    const whole = { body: asBody(png()) };
    const words = described({ en: 'A can', ar: 'قنينة\u202e' });
    const problem = await shop.client.refused(422, 'common.VALIDATION_FAILED', 'POST', words, whole);
    expect(problem.errors.map(({ pointer }) => pointer)).to.deep.equal(['query/altAr']);
    // As large as a picture may be, and slightly larger.
    const [most, large] = [0, 4].map((more) =>
      Buffer.concat([png(), Buffer.alloc(8 * 1024 * 1024 - png().length + more)]),
    );
    expect(await add(most ?? png())).to.include({ width: 2, height: 2 });
    await shop.client.refused(413, 'common.PAYLOAD_TOO_LARGE', 'POST', path, {
      body: asBody(large ?? png()),
    });
    const rival = await people.shop();
    const before = storage.objects.size;
    await rival.client.refused(404, 'common.NOT_FOUND', 'POST', path, { body: asBody(png()) });
    expect(storage.objects.size).to.equal(before);
    for (let each = 0; each < 9; each += 1) await add(png());
    const race = [1, 2, 3, 4].map(() => shop.client.call('POST', path, { body: asBody(png()) }));
    expect(tally(await Promise.all(race))).to.deep.equal({ '201': 2, '409 catalogue.TOO_MANY_IMAGES': 2 });
    expect((await own()).images).to.have.length(12);
    const stored = storage.objects.size;
    await shop.client.refused(409, 'catalogue.TOO_MANY_IMAGES', 'POST', path, whole);
    expect(storage.objects.size, 'a refused file is not stored').to.equal(stored);
  });

  it('are added once per Idempotency-Key, ordered, described and removed against the version', async () => {
    const first = await shop.client.post<Image>(path, asBody(png()), { key: 'picture-1' });
    expect(await shop.client.post<Image>(path, asBody(png()), { key: 'picture-1' })).to.deep.equal(first);
    for (const other of [path, described({ en: 'A can', ar: '' })]) {
      const body = asBody(other === path ? png(3, 2) : png());
      const options = { body, key: 'picture-1' };
      await shop.client.refused(422, 'idempotency.MISMATCH', 'POST', other, options);
    }
    const twice = { body: asBody(webp(), 'image/webp'), key: 'picture-2' };
    const race = await Promise.all([1, 2].map(() => shop.client.call<Image>('POST', path, twice)));
    for (const { status } of race) expect(status).to.be.oneOf([201, 409]);
    const second = await shop.client.post<Image>(path, twice.body, { key: twice.key });
    expect((await own()).images.map(({ id }) => id)).to.deep.equal([first.id, second.id]);
    const { version } = await own();
    expect(version).to.equal(product.version + 2);
    const order = `/seller/products/${product.id}/image-order`;
    for (const imageIds of [[first.id], [first.id, product.id], [first.id, second.id, product.id]])
      await shop.client.refused(422, 'common.VALIDATION_FAILED', 'PUT', order, {
        body: { imageIds },
        version,
      });
    const turned = await shop.client.put<SellerProduct>(
      order,
      { imageIds: [second.id, first.id] },
      { version },
    );
    expect(turned.images.map(({ id }) => id)).to.deep.equal([second.id, first.id]);
    const alt = { en: 'A can', ar: 'علبة' };
    const one = `${path}/${first.id}`;
    await shop.client.refused(412, 'common.PRECONDITION_FAILED', 'PATCH', one, { body: { alt }, version });
    const edited = await shop.client.patch<SellerProduct>(one, { alt }, { version: turned.version });
    expect(edited.images[1]?.alt).to.deep.equal(alt);
    const removed = await shop.client.call<SellerProduct>('DELETE', one, { version: edited.version });
    expect(removed.body.images.map(({ id }) => id)).to.deep.equal([second.id]);
    await shop.client.refused(404, 'common.NOT_FOUND', 'DELETE', one, { version: removed.body.version });
  });

  it('added and removed while their product is withdrawn: a successful response took effect, a refusal did not', async () => {
    const first = await add(png());
    const { version } = await own();
    const [added, removed, hidden] = await Promise.all([
      shop.client.call('POST', path, { body: asBody(webp()) }),
      shop.client.call('DELETE', `${path}/${first.id}`, { version }),
      shop.client.call('PATCH', `/seller/products/${product.id}`, { body: { active: false }, version }),
    ]);
    expect(added.status).to.equal(201);
    for (const { status } of [removed, hidden]) expect(status).to.be.oneOf([200, 412]);
    const done = [added, removed, hidden].filter(({ status }) => status < 300);
    const now = await own();
    expect(now.version).to.equal(version + done.length);
    expect(now.active).to.equal(hidden.status !== 200);
    expect(now.images).to.have.length(removed.status === 200 ? 1 : 2);
    expect(now.images.map(({ id }) => id).includes(first.id)).to.equal(removed.status !== 200);
  });

  it('are deleted a day after the last reference to them is gone, and not before', async () => {
    const inUse = await add(png());
    const removed = await add(webp());
    const { version } = await own();
    await shop.client.call('DELETE', `${path}/${removed.id}`, { version });
    await collect();
    expect((await fetch(service.url + removed.url)).status).to.equal(200);
    await age(nameOf(removed));
    storage.faults.push(503, 503, 503);
    const failed = await collect().then(
      () => null,
      (error: Error) => error,
    );
    expect(failed).to.be.instanceOf(Error);
    expect(storage.objects.has(nameOf(removed))).to.equal(true);
    await age(nameOf(removed));
    expect(await Promise.all([collect(), collect()])).to.include(1);
    expect(storage.objects.has(nameOf(removed))).to.equal(false);
    expect((await fetch(service.url + removed.url)).status).to.equal(404);
    expect((await fetch(service.url + inUse.url)).status).to.equal(200);
    // Deleting a picture that is in use fails on the reference to it.
    await age(nameOf(inUse));
    expect(await collect().catch((error: { code: string }) => error.code)).to.equal('23503');
  });

  it('are refused while their storage is away: 503, no row, and a record by which leftovers are found', async () => {
    storage.faults.push(500, 500, 500);
    const problem = await shop.client.refused(503, 'common.UNAVAILABLE', 'POST', path, {
      body: asBody(png()),
    });
    expect(problem.detail).to.match(/^Pictures cannot be stored/);
    expect((await own()).images).to.deep.equal([]);
    const leftovers = await people.database('stored_files').whereNotNull('unused_since').pluck('name');
    expect(leftovers).not.to.have.length(0);
    expect(await readiness()).to.deep.equal([200, 'up']);
    storage.faults.push(500, 500, 500);
    // Everyone who asks within half a second gets the same finding.
    await until(async () => (await readiness()).join() === '200,down', { limitMs: 10_000 });
  });

  async function readiness(): Promise<unknown[]> {
    const answer = await fetch(`${service.url}/ready`);
    const { checks } = (await answer.json()) as { checks: Record<string, string> };
    return [answer.status, checks.uploads];
  }
});
