import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { OutsideRefused } from '../../../server/kernel/security/outside-address.ts';
import { OutsideClient, type Resolve } from '../../../server/kernel/security/outside-client.ts';

const never = new AbortController().signal;

/** Names resolve as a test says; 127.0.0.1 stands for an address outside. */
describe('posting to an address that someone else chose', () => {
  const servers: Server[] = [];
  const clients: OutsideClient[] = [];
  const lookups: string[] = [];

  after(async () => {
    for (const client of clients) client.close();
    for (const server of servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  async function serve(listener: RequestListener): Promise<number> {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  function client(resolve: Resolve): OutsideClient {
    const made = new OutsideClient({ loopback: true, inside: [] }, (name) => {
      lookups.push(name);
      return resolve(name);
    });
    clients.push(made);
    return made;
  }

  const post = (through: OutsideClient, url: string, signal = never) =>
    through.post({ url, headers: { 'X-Test': 'yes' }, body: Buffer.from('hello'), signal });

  async function refusal(work: Promise<unknown>): Promise<Error> {
    try {
      await work;
    } catch (error) {
      return error as Error;
    }
    throw new Error('it was sent');
  }

  it('sends headers and body, and reads the response', async () => {
    const port = await serve((req, res) => {
      req.setEncoding('utf8').on('data', (body: string) => {
        res.writeHead(201, { Location: '/m/1' }).end(`${req.headers['x-test']} ${body}`);
      });
    });
    const answer = await post(
      client(async () => []),
      `http://127.0.0.1:${port}/`,
    );
    expect(answer).to.include({ status: 201, text: 'yes hello' });
    expect(answer.headers.location).to.equal('/m/1');
  });

  it('never connects to a name that leads to an internal address, completely or in part', async () => {
    let reached = 0;
    await serve((_, res) => {
      reached += 1;
      res.end();
    });
    for (const found of [
      ['10.0.0.1'],
      ['8.8.8.8', '127.0.0.2'],
      ['8.8.8.8', '::1'],
      ['::ffff:127.0.0.1'],
      ['64:ff9b::7f00:1'],
      ['169.254.169.254'],
      [],
    ]) {
      const error = await refusal(
        post(
          client(async () => found),
          'https://rebinding.push.qa/',
        ),
      );
      expect(error, found.join()).to.be.instanceOf(OutsideRefused);
    }
    expect(reached).to.equal(0);
  });

  it('resolves a name once per connection: a second, different answer is never requested', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    let times = 0;
    const through = client(async () => answers[times++] ?? ['10.0.0.1']);
    // What a hostile name server does: a public address for the check, an internal one for the connection.
    const error = await refusal(post(through, 'https://twice.push.qa:1025/'));
    expect(error).to.not.be.instanceOf(OutsideRefused);
    expect((error as NodeJS.ErrnoException).code, 'no server listens there').to.equal('ECONNREFUSED');
    expect(times).to.equal(1);
  });

  it('follows no redirect', async () => {
    let followed = 0;
    const inside = await serve((_, res) => {
      followed += 1;
      res.end();
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const port = await serve((_, res) =>
        res.writeHead(status, { Location: `http://127.0.0.1:${inside}/` }).end(),
      );
      expect(
        (
          await post(
            client(async () => []),
            `http://127.0.0.1:${port}/`,
          )
        ).status,
      ).to.equal(status);
    }
    expect(followed).to.equal(0);
  });

  it('reads the beginning of an endless response', async () => {
    const port = await serve((req, res) => {
      const more = setInterval(() => res.write('x'.repeat(1_000)), 1);
      req.on('close', () => clearInterval(more));
    });
    const { text } = await post(
      client(async () => []),
      `http://127.0.0.1:${port}/`,
    );
    expect(text).to.have.lengthOf(2_048);
  });

  it('ends with its signal, whether it waits for the name, the connection or the response', async () => {
    const silent = await serve(() => undefined);
    const soon = () => AbortSignal.timeout(50);
    const unanswered = client(() => new Promise(() => undefined));
    await refusal(post(unanswered, 'https://slow.push.qa/', soon()));
    await refusal(
      post(
        client(async () => []),
        `http://127.0.0.1:${silent}/`,
        soon(),
      ),
    );
    const dripping = await serve((_, res) => void res.writeHead(200).write('a'));
    await refusal(
      post(
        client(async () => []),
        `http://127.0.0.1:${dripping}/`,
        soon(),
      ),
    );
  });

  it('sends no DNS query for an IP address', () => {
    expect(lookups.filter((name) => name === '127.0.0.1')).to.deep.equal([]);
  });
});
