import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { stub } from 'sinon';
import { pause } from '../../../scripts/shared/waiting.ts';
import { HttpServer } from '../../../server/kernel/http/serve.ts';

/** Longer than a test may take: who waits for it fails. */
const NEVER_MS = 10 * 60_000;

describe('a process that is stopped', () => {
  const closers: (() => unknown)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** Answers at once, or `/slow` after 300 ms. */
  async function serve(drainMs: number): Promise<{ http: HttpServer; url: string }> {
    const http = new HttpServer(drainMs);
    http.serve((req, res) => {
      setTimeout(() => res.end('done'), req.url === '/slow' ? 300 : 0);
    });
    closers.push(() => http.server.closeAllConnections());
    return { http, url: await http.listen('127.0.0.1', 0) };
  }

  function keepAlive(): Agent {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    closers.push(() => agent.destroy());
    return agent;
  }

  function ask(url: string, agent: Agent): Promise<{ status: number; connection: string; port: number }> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { agent, method: 'POST' }, (answer: IncomingMessage) => {
        const port = answer.socket.localPort ?? 0;
        const connection = answer.headers.connection ?? '';
        answer.resume().once('end', () => resolve({ status: answer.statusCode ?? 0, connection, port }));
      });
      sent.once('error', reject).end('{}');
    });
  }

  const refusedBy = (url: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve('connected');
      });
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    });

  it('answers on open connections, and says with each answer that its connection ends', async () => {
    const { http, url } = await serve(NEVER_MS);
    const agent = keepAlive();
    const first = await ask(url, agent);
    expect(first.connection).to.equal('keep-alive');
    http.leave();
    expect(await refusedBy(url)).to.equal('ECONNREFUSED');
    await pause(50);
    const second = await ask(url, agent);
    expect(second).to.deep.equal({ status: 200, connection: 'close', port: first.port });
    await http.finish();
  });

  it('waits for connections that are not used, and then closes them', async () => {
    const { http, url } = await serve(400);
    await ask(url, keepAlive());
    const began = performance.now();
    await http.finish();
    expect(performance.now() - began).to.be.greaterThan(350);
  });

  it('counts the wait from when it began to leave', async () => {
    const { http, url } = await serve(NEVER_MS);
    await ask(url, keepAlive());
    http.leave();
    const now = performance.now.bind(performance);
    const clock = stub(performance, 'now').callsFake(() => now() + NEVER_MS - 100);
    closers.push(() => clock.restore());
    await http.finish();
  });

  it('finishes requests under way', async () => {
    for (const drainMs of [0, NEVER_MS]) {
      const { http, url } = await serve(drainMs);
      const arrived = once(http.server, 'request');
      const answer = ask(`${url}/slow`, keepAlive());
      await arrived;
      await http.finish();
      expect(await answer).to.include({ status: 200, connection: 'close' });
    }
  });

  it('closes connections that are not used at once if nobody in front keeps them', async () => {
    const { http, url } = await serve(0);
    let closed = false;
    http.server.once('connection', (socket) =>
      socket.once('close', () => {
        closed = true;
      }),
    );
    await ask(url, keepAlive());
    expect(closed).to.equal(false);
    await http.finish();
    expect(await refusedBy(url)).to.equal('ECONNREFUSED');
  });

  it('leaves live connections to their owner', async () => {
    const { http, url } = await serve(NEVER_MS);
    const upgraded: Socket[] = [];
    http.server.on('upgrade', (_, socket: Socket) => {
      upgraded.push(socket);
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: test\r\nConnection: Upgrade\r\n\r\n');
    });
    const live = connect(Number(new URL(url).port), '127.0.0.1');
    closers.push(() => live.destroy());
    live.write('GET /live HTTP/1.1\r\nHost: a\r\nUpgrade: test\r\nConnection: Upgrade\r\n\r\n');
    await once(live, 'data');
    await http.finish();
    expect(upgraded[0]?.destroyed).to.equal(false);
    upgraded[0]?.destroy();
  });
});
