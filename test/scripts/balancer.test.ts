import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect } from 'chai';
import { until } from '../../scripts/shared/waiting.ts';
import type { Backend } from '../../scripts/supervisor/backends.ts';
import { Balancer } from '../../scripts/supervisor/balancer.ts';

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

describe('the balancer', () => {
  let balancer: Balancer;
  let url: string;
  const servers: Server[] = [];

  beforeEach(async () => {
    balancer = new Balancer();
    url = `http://127.0.0.1:${await balancer.listen('127.0.0.1', 0)}`;
  });
  afterEach(() => {
    balancer.close();
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  async function backend(place: number, listener: Listener): Promise<{ backend: Backend; server: Server }> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return { backend: balancer.use(place, (server.address() as AddressInfo).port), server };
  }

  const named =
    (name: string): Listener =>
    (_req, res) =>
      res.end(name);
  const text = async (path = '/', init: RequestInit = {}) => (await fetch(url + path, init)).text();

  it('passes requests and responses on unchanged', async () => {
    await backend(1, (req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk) => chunks.push(chunk));
      req.on('end', () => {
        res.writeHead(418, 'Short and stout', [
          ['Set-Cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
          ['X-Seen', `${req.method} ${req.url} ${req.headers.host} ${Buffer.concat(chunks)}`],
          ['X-Address', String(req.headers['x-forwarded-for'])],
        ]);
        res.end('قهوة');
      });
    });
    const headers = { 'X-Forwarded-For': '10.0.0.9' };
    const answer = await fetch(`${url}/a?b=%20c`, { method: 'PUT', body: 'milk', headers });
    expect([answer.status, answer.statusText, await answer.text()]).to.deep.equal([
      418,
      'Short and stout',
      'قهوة',
    ]);
    expect(answer.headers.getSetCookie()).to.deep.equal(['a=1', 'b=2']);
    expect(answer.headers.get('x-seen')).to.equal(`PUT /a?b=%20c ${new URL(url).host} milk`);
    expect(answer.headers.get('x-address')).to.equal('10.0.0.9, 127.0.0.1');
  });

  it('passes large bodies on both ways', async () => {
    await backend(1, (req, res) => req.pipe(res));
    const body = 'x'.repeat(3_000_000);
    expect(await text('/', { method: 'POST', body })).to.equal(body);
  });

  it('spreads requests over all processes', async () => {
    for (const place of [1, 2, 3]) await backend(place, named(String(place)));
    const answers = new Map<string, number>();
    for (let count = 0; count < 30; count += 1) {
      const name = await text();
      answers.set(name, (answers.get(name) ?? 0) + 1);
    }
    expect([...answers.values()]).to.deep.equal([10, 10, 10]);
  });

  it('keeps a long-polling client with one process', async () => {
    for (const place of [1, 2, 3]) await backend(place, named(String(place)));
    const clients = Array.from({ length: 12 }, (_, index) => `10.0.0.${index}`);
    const poll = (client: string, query: string) =>
      text(`/socket.io/?EIO=4&${query}`, { headers: { 'X-Forwarded-For': client } });
    const first = await Promise.all(clients.map((client) => poll(client, 'transport=polling')));
    const second = await Promise.all(clients.map((client) => poll(client, 'transport=polling&sid=a')));
    expect(second).to.deep.equal(first);
    expect(new Set(first).size).to.be.greaterThan(1);
  });

  it('tries another process when one breaks off before it responded, where a repetition is harmless', async () => {
    let broken = 0;
    await backend(1, (req) => {
      broken += 1;
      req.socket.destroy();
    });
    await backend(2, named('two'));
    for (let count = 0; count < 4; count += 1) expect(await text()).to.equal('two');
    for (let count = 0; count < 4; count += 1) {
      expect(await text('/', { method: 'POST', body: 'x', headers: { 'Idempotency-Key': 'k' } })).to.equal(
        'two',
      );
    }
    expect(broken).to.be.greaterThan(1);
    const plain = await Promise.all(
      Array.from({ length: 4 }, async () => (await fetch(url, { method: 'POST', body: 'x' })).status),
    );
    expect(plain).to.include.members([200, 503]);
  });

  it('tries another process when one cannot be reached, whatever the request', async () => {
    const { server } = await backend(1, named('one'));
    await backend(2, named('two'));
    server.close();
    for (let count = 0; count < 4; count += 1) {
      expect(await text('/', { method: 'POST', body: 'x' })).to.equal('two');
    }
  });

  it('lets a retired process finish, and keeps the client connection', async () => {
    let answer: () => void = () => undefined;
    const { backend: old } = await backend(1, (_req, res) => {
      answer = () => res.end('old');
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports: number[] = [];
    const ask = () =>
      new Promise<string>((resolve, reject) => {
        const outgoing = request(url, { agent }, (response) => {
          ports.push((response.socket as Socket).localPort ?? 0);
          response.setEncoding('utf8');
          let whole = '';
          response.on('data', (part: string) => {
            whole += part;
          });
          response.on('end', () => resolve(whole));
        });
        outgoing.on('error', reject).end();
      });
    const first = ask();
    await until(() => old.requests > 0);
    await backend(1, named('new'));
    let retired = false;
    const retiring = balancer.retire(old, 10_000).then(() => {
      retired = true;
    });
    expect(await text()).to.equal('new');
    expect(retired).to.equal(false);
    answer();
    expect(await first).to.equal('old');
    await retiring;
    expect(await ask()).to.equal('new');
    expect(new Set(ports).size).to.equal(1);
    agent.destroy();
  });

  it('waits briefly for a process, then responds that none is available', async () => {
    const waiting = text();
    await backend(1, named('late'));
    expect(await waiting).to.equal('late');
  });

  it('connects upgraded connections, both ways, and closes them together', async () => {
    const { server } = await backend(1, named('one'));
    const closed = new Promise<void>((resolve) => {
      server.on('upgrade', (_req, socket: Socket, head: Buffer) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
        socket.write(head);
        socket.pipe(socket);
        socket.on('close', () => resolve());
      });
    });
    const outgoing = request(`${url}/socket.io/?transport=websocket`, {
      headers: { Connection: 'Upgrade', Upgrade: 'echo' },
    }).end();
    const [, socket] = (await once(outgoing, 'upgrade')) as [IncomingMessage, Socket];
    socket.write('marhaba');
    const [heard] = (await once(socket, 'data')) as [Buffer];
    expect(String(heard)).to.equal('marhaba');
    socket.destroy();
    await closed;
  });
});
