import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { acceptNewOrders } from '../../../consoles/shared/client/examples/polling.ts';
import { follow } from '../../../consoles/shared/client/examples/streaming.ts';
import {
  NoAnswerError,
  type ProblemError,
  Wasl,
  type WaslOptions,
} from '../../../consoles/shared/client/index.ts';
import { projectRoot } from '../../../db/root.ts';
import { until } from '../../../scripts/shared/waiting.ts';
import type { Schema } from '../../support/api-client.ts';
import { thrownBy } from '../../support/thrown-by.ts';
import { Shop } from '../../worlds/shop.ts';

const run = promisify(execFile);
const SCOPES = [
  'orders:read',
  'orders:write',
  'stock:read',
  'stock:write',
  'catalogue:read',
  'catalogue:write',
];

describe('the client for programs', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  let key: string;

  before(async function () {
    this.timeout(60_000);
    shop = await Shop.open();
    seller = await shop.seller();
    const wanted = { name: 'Till', scopes: SCOPES, expiresInDays: 1 };
    ({ key } = await seller.owner.client.post<Schema<'NewApiKey'>>('/seller/api-keys', wanted));
  });
  after(() => shop?.close());

  const client = (options: Partial<WaslOptions> = {}) =>
    new Wasl({ url: shop.service.url, token: key, ...options });
  async function order(count = 1): Promise<void> {
    const offerId = await shop.offer(seller);
    for (let placed = 0; placed < count; placed += 1) await shop.order(await shop.buyer(), { [offerId]: 1 });
    await shop.settled();
  }

  it('goes through the pages of a list as they are asked for', async () => {
    for (let count = 0; count < 5; count += 1) await shop.offer(seller);
    let requests = 0;
    const wasl = client({
      fetch: (...given) => {
        requests += 1;
        return fetch(...given);
      },
    });
    const seen: string[] = [];
    for await (const offer of wasl.list('listSellerOffers', { query: { limit: 2 } })) {
      seen.push(offer.id);
      if (seen.length === 3) break;
    }
    expect([new Set(seen).size, requests]).to.deep.equal([3, 2]);
    const all = [];
    for await (const page of wasl.pages('listSellerOffers', { query: { limit: 2 } })) all.push(...page);
    expect(new Set(all.map(({ id }) => id)).size).to.be.greaterThan(4);
  });

  it('throws a refusal as a problem with its code, in the language asked for', async () => {
    const missing = () =>
      client({ locale: 'ar' }).call('getOrderGroup', {
        path: { id: '019c4690-d4bd-76aa-b66a-ebbaafceaaa7' },
      });
    const error = (await thrownBy(missing)) as ProblemError;
    expect([error.name, error.code, error.status]).to.deep.equal(['ProblemError', 'common.NOT_FOUND', 404]);
    expect(error.title).to.match(/[\u0600-\u06ff]/);
    const foreign = (await thrownBy(() => client().call('listTasks'))) as ProblemError;
    expect(foreign.code).to.equal('auth.FORBIDDEN');
  });

  it('repeats a POST whose answer was lost with the same key: it takes effect once', async () => {
    await order();
    const [group] = (await client().call('listOrderGroups', { query: { status: 'PENDING_ACCEPTANCE' } }))
      .data;
    const keys: (string | null)[] = [];
    const wasl = client({
      fetch: async (input, init) => {
        keys.push((input as Request).headers.get('idempotency-key'));
        const response = await fetch(input, init);
        // The service has done it; the answer does not arrive.
        if (keys.length === 1) throw new TypeError('connection reset');
        return response;
      },
    });
    const answered = await wasl.answer('acceptOrderGroup', { path: { id: group?.id ?? '' } });
    expect([answered.body.status, answered.replayed]).to.deep.equal(['ACCEPTED', true]);
    expect(keys).to.have.lengthOf(2);
    expect(new Set(keys).size).to.equal(1);
  });

  it('does not repeat what could take effect twice, and ends by timeout or signal', async () => {
    let tries = 0;
    const broken = client({
      fetch: () => {
        tries += 1;
        return Promise.reject(new TypeError('connection refused'));
      },
    });
    const edit = () =>
      broken.call('updateSellerOffer', { path: { id: 'x' }, ifMatch: 1, body: { active: true } });
    expect(await thrownBy(edit)).to.be.instanceOf(NoAnswerError);
    expect(tries).to.equal(1);
    const stop = new AbortController();
    const reading = thrownBy(() => broken.call('listOrderGroups', { signal: stop.signal }));
    stop.abort(new Error('enough'));
    expect(((await reading) as Error).message).to.equal('enough');
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = silent.address() as { port: number };
      const wasl = client({ url: `http://127.0.0.1:${port}`, timeoutMs: 50, maxRepeats: 0 });
      expect(await thrownBy(() => wasl.call('listOrderGroups'))).to.be.instanceOf(NoAnswerError);
    } finally {
      silent.close();
    }
  });

  it('waits for a rate limit and goes on', async () => {
    let tries = 0;
    const waits: number[] = [];
    const wasl = client({
      onRepeat: ({ waitMs }) => void waits.push(waitMs),
      fetch: async (input, init) => {
        tries += 1;
        const response = await fetch(input, init);
        if (tries > 1) return response;
        const body = JSON.stringify({ ...PROBLEM, code: 'common.RATE_LIMITED', status: 429 });
        return new Response(body, { status: 429, headers: { 'retry-after': '1' } });
      },
    });
    await wasl.call('listOrderGroups');
    expect(waits).to.have.lengthOf(1);
    expect(waits[0]).to.be.within(1_000, 1_030);
  });

  it('sends an edit with the version it is based on, and lists in the query', async () => {
    const wasl = client();
    const [offer] = (await wasl.call('listSellerOffers', { query: { limit: 1 } })).data;
    const path = { id: offer?.id ?? '' };
    const stale = await thrownBy(() =>
      wasl.call('updateSellerOffer', { path, ifMatch: 999, body: { active: true } }),
    );
    expect((stale as ProblemError).code).to.equal('common.PRECONDITION_FAILED');
    const { body, etag } = await wasl.answer('updateSellerOffer', {
      ...{ path, ifMatch: offer?.version ?? 0, body: { lowStockThreshold: 3 } },
    });
    expect(etag).to.equal(`"${body.version}"`);
  });

  describe('polls and streams as its examples do', () => {
    it('accepting new orders, each once', async () => {
      await order(2);
      const { signal } = new AbortController();
      expect(await acceptNewOrders(client(), signal)).to.have.lengthOf(2);
      expect(await acceptNewOrders(client(), signal)).to.deep.equal([]);
    });

    it('showing every order group as it is, through an interruption', async function () {
      this.timeout(30_000);
      const line = await cuttable(shop.service.url);
      const shown = new Map<string, string>();
      const channel = follow(client({ url: line.url }), (group) => shown.set(group.id, group.status));
      try {
        await until(() => channel.status.state === 'live');
        await order();
        await until(() => [...shown.values()].includes('PENDING_ACCEPTANCE'));
        const [id = ''] = [...shown].find(([, status]) => status === 'PENDING_ACCEPTANCE') ?? [];
        line.cut();
        await seller.owner.client.post(`/seller/order-groups/${id}/accept`);
        await shop.settled();
        line.mend();
        await until(() => shown.get(id) === 'ACCEPTED', { limitMs: 20_000 });
        await until(() => channel.status.state === 'live', { limitMs: 20_000 });
      } finally {
        channel.close();
        await line.close();
      }
    });

    it('ending for good when the key is revoked', async () => {
      const wanted = { name: 'Display', scopes: ['orders:read'], expiresInDays: 1 };
      const made = await seller.owner.client.post<Schema<'NewApiKey'>>('/seller/api-keys', wanted);
      const channel = client({ token: made.key }).live({});
      try {
        channel.start();
        await until(() => channel.status.state === 'live');
        await seller.owner.client.delete(`/seller/api-keys/${made.id}`);
        await until(() => channel.status.state === 'ended', { limitMs: 15_000 });
        expect(channel.status.code).to.equal('auth.UNAUTHENTICATED');
      } finally {
        channel.close();
      }
    });
  });

  it('is a package without dependencies, which plain Node runs', async function () {
    this.timeout(120_000);
    const folder = await mkdtemp(path.join(tmpdir(), 'wasl-client-'));
    try {
      const out = path.join(folder, 'node_modules/@wasl/client');
      await run(process.execPath, ['--import', 'tsx', 'scripts/client.ts', '--out', out], {
        cwd: projectRoot,
      });
      const program = `
        import { Wasl } from '@wasl/client';
        const wasl = new Wasl({ url: process.argv[2], token: process.argv[3] });
        const channel = wasl.live({ onStatus: ({ state }) => {
          if (state !== 'live') return;
          wasl.call('listWarehouses').then(({ data }) => {
            console.log(data.length);
            channel.close();
          });
        } });
        channel.start();`;
      await writeFile(path.join(folder, 'program.mjs'), program);
      const { stdout } = await run(process.execPath, ['program.mjs', shop.service.url, key], {
        ...{ cwd: folder, timeout: 20_000 },
      });
      expect(stdout.trim()).to.equal('1');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

const PROBLEM = {
  type: 'about:blank',
  title: 'Too many',
  detail: '',
  instance: '/',
  requestId: 'r',
  errors: [],
};

/** A line to the service that can be cut: what is open breaks, and nothing new comes through until it is mended. */
async function cuttable(target: string) {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let whole = true;
  const server: Server = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut: () => {
      whole = false;
      for (const socket of open) socket.destroy();
    },
    mend: () => {
      whole = true;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
