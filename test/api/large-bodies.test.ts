import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { spy } from 'sinon';
import type { ApiClient } from '../support/api-client.ts';
import { freshAddress, type TestService } from '../support/service.ts';
import { Shop } from '../worlds/shop.ts';

const MIB = 2 ** 20;
const PHOTOS = '/driver/tasks/019c4690-9ab8-7883-8dd5-702f082c86ef/photos';

/** What a raw connection has received; null while it has received nothing. */
interface Conversation {
  socket: Socket;
  answer(): Promise<string>;
}

describe('large bodies', () => {
  let service: TestService;
  let shop: Shop;
  let seller: ApiClient;
  const open = new Set<Socket>();

  before(async function () {
    this.timeout(60_000);
    shop = await Shop.open();
    service = shop.service;
    seller = (await shop.seller(1)).owner.client;
  });
  after(() => shop?.close());
  afterEach(() => {
    for (const socket of open) socket.destroy();
    open.clear();
  });

  /** Starts a POST and sends no more of its body than `sent`. */
  function begin(path: string, headers: Record<string, string | number>, sent = ''): Conversation {
    const { hostname, port } = new URL(service.url);
    const socket = connect({ host: hostname, port: Number(port) });
    open.add(socket);
    socket.on('error', () => undefined);
    const lines = Object.entries({ Host: hostname, 'X-Forwarded-For': freshAddress(), ...headers });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`POST /api/v1${path} HTTP/1.1\r\n${head}\r\n${sent}`);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    const answer = async () => {
      while (!received.includes('\r\n\r\n'))
        await once(socket, 'data', { signal: AbortSignal.timeout(30_000) });
      return received;
    };
    return { socket, answer };
  }

  const statusOf = async (conversation: Conversation) => Number((await conversation.answer()).split(' ')[1]);
  const json = (length: number) => ({ 'Content-Type': 'application/json', 'Content-Length': length });
  const csvFrom = (client: ApiClient, length: number) => ({
    'Content-Type': 'text/csv',
    'Content-Length': length,
    Authorization: `Bearer ${client.token}`,
  });

  it('of a caller who may not send one are refused before they are sent, whatever their length', async () => {
    for (const [path, length] of [
      [PHOTOS, 11 * MIB],
      ['/seller/stock-imports', 4 * MIB],
      ['/dispatch/zones', MIB],
      ['/seller/products', 20_000],
    ] as const)
      expect(await statusOf(begin(path, json(length), '[{}')), path).to.equal(401);
    const chunked = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
    expect(await statusOf(begin(PHOTOS, chunked, '3\r\n[{}\r\n'))).to.equal(401);
    const buyer = await shop.person('BUYER');
    const forbidden = { ...json(11 * MIB), Authorization: `Bearer ${buyer.client.token}` };
    expect(await statusOf(begin(PHOTOS, forbidden, '['))).to.equal(403);
  });

  it('of a caller who sends Expect: 100-continue are not requested when they will be refused', async () => {
    const answer = await begin(PHOTOS, { ...json(11 * MIB), Expect: '100-continue' }).answer();
    expect(answer).to.match(/^HTTP\/1\.1 401 /);
    const csv = 'sku,onHand\nNOBODYS,3\n';
    const asking = begin('/seller/stock-imports', { ...csvFrom(seller, csv.length), Expect: '100-continue' });
    expect(await asking.answer()).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    asking.socket.write(csv);
    await once(asking.socket, 'data');
    expect(await asking.answer()).to.match(/\r\nHTTP\/1\.1 422 /);
  });

  it('of 11 MiB, six from one address, leave the service responsive and its memory as it was', async () => {
    const body = Buffer.alloc(11 * MIB, '{},');
    body[0] = '['.charCodeAt(0);
    const before = process.memoryUsage();
    const parse = spy(JSON, 'parse');
    const attacks = Array.from({ length: 6 }, () => {
      const attack = begin(PHOTOS, json(body.length));
      attack.socket.write(body);
      return statusOf(attack);
    });
    expect((await fetch(`${service.url}/health`)).status).to.equal(200);
    expect(await Promise.all(attacks)).to.deep.equal([401, 401, 401, 401, 401, 401]);
    parse.restore();
    const longest = Math.max(...parse.args.map(([text]) => text.length));
    expect(longest, 'characters of the longest text that was parsed').to.be.lessThan(MIB);
    const { heapUsed } = process.memoryUsage();
    // Each of them has 3.8 million objects.
    expect(heapUsed - before.heapUsed).to.be.lessThan(200 * MIB);
  });

  it('of one shop are read two at a time; its others wait briefly, and are then refused with a time to retry', async () => {
    const length = 2 * MIB;
    const row = 'NOBODYS,3\n';
    const body = `sku,onHand\n${row.repeat(Math.ceil(length / row.length))}`.slice(0, length);
    const headers = csvFrom(seller, length);
    const begun = [1, 2].map(() => begin('/seller/stock-imports', headers, 'sku,onHand\n'));
    // By the time the third is refused, the first two have been admitted.
    const third = begin('/seller/stock-imports', headers, body);
    const refusal = await third.answer();
    expect(refusal)
      .to.match(/^HTTP\/1\.1 503 /)
      .and.match(/\r\nRetry-After: 2\r\n/i);
    expect(refusal).to.contain('common.UNAVAILABLE');
    // A small body does not count against the limit.
    expect((await seller.call('GET', '/seller/stock')).status).to.equal(200);
    // Neither does another shop's large one: a slow sender stops nobody else.
    const other = (await shop.seller(1)).owner.client;
    expect(await statusOf(begin('/seller/stock-imports', csvFrom(other, length), body))).to.equal(422);
    for (const { socket } of begun) socket.destroy();
    const later = begin('/seller/stock-imports', headers, body);
    expect(await statusOf(later)).to.equal(422);
  });

  it('in JSON have 512 KiB at most, also where a file may be larger', async () => {
    const csv = 'x'.repeat(600_000);
    const problem = await seller.refused(413, 'common.PAYLOAD_TOO_LARGE', 'POST', '/seller/stock-imports', {
      body: { csv },
    });
    expect(problem.detail).to.contain('512 KiB');
    const chunked = {
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
      Authorization: `Bearer ${seller.token}`,
    };
    const size = 600_000;
    const sent = `${size.toString(16)}\r\n${'['.padEnd(size, ' ')}\r\n`;
    expect(await statusOf(begin('/seller/stock-imports', chunked, sent))).to.equal(413);
  });
});
