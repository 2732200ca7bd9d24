import { once } from 'node:events';
import { expect } from 'chai';
import { WebSocket } from 'ws';
import { until } from '../../scripts/shared/waiting.ts';
import { freshAddress, startService, type TestService } from '../support/service.ts';

const PLACES = 50;
const BUDGET = 8;

describe('attack: the live channel before signing in (S9)', () => {
  let service: TestService;
  const open = new Set<WebSocket>();

  before(async () => {
    const env = { LIMIT_NETWORKS: `small 203.0.113.0/24 browse=${BUDGET}` };
    service = await startService({ catalogue: false, env });
  });
  after(() => service?.stop());
  afterEach(() => {
    for (const socket of open) socket.terminate();
    open.clear();
  });

  const channel = () => `${service.url}/socket.io/?EIO=4&transport=`;

  /** Connected without signing in; null if refused. */
  async function connect(address: string): Promise<WebSocket | null> {
    const headers = { 'X-Forwarded-For': address };
    const socket = new WebSocket(`${channel().replace('http', 'ws')}websocket`, { headers });
    open.add(socket);
    // `once` rejects with an error that comes first, such as a 403 response.
    return once(socket, 'open').then(
      () => socket,
      () => null,
    );
  }

  it('costs the budget of the address from the handshake on', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.5' };
    const statuses: number[] = [];
    for (let index = 0; index < BUDGET + 4; index += 1)
      statuses.push((await fetch(`${channel()}polling`, { headers })).status);
    expect(statuses).to.deep.equal([...Array<number>(BUDGET).fill(200), 403, 403, 403, 403]);
    expect(await connect('203.0.113.5')).to.equal(null);
  });

  it('is limited to fifty connections per address, whose places become free', async () => {
    const address = freshAddress();
    const sockets: (WebSocket | null)[] = [];
    for (let index = 0; index < PLACES + 5; index += 1) sockets.push(await connect(address));
    const admitted = sockets.filter((socket) => socket !== null);
    expect(admitted).to.have.length(PLACES);
    expect(await connect(freshAddress()), 'another address').to.not.equal(null);
    const [one] = admitted;
    const [closed] = await Promise.all([one === undefined ? null : once(one, 'close'), one?.close()]);
    expect(closed).to.not.equal(null);
    expect(await connect(address), 'a place that became free').to.not.equal(null);
  });

  it('is limited even when all connections come at once', async () => {
    const address = freshAddress();
    const sockets = await Promise.all(Array.from({ length: 3 * PLACES }, () => connect(address)));
    const closing = sockets.filter((socket) => socket?.readyState === WebSocket.OPEN);
    await until(() => closing.filter((socket) => socket?.readyState === WebSocket.OPEN).length <= PLACES);
    const another = await connect(freshAddress());
    if (another === null) throw new Error('refused');
    expect(closing.filter((socket) => socket?.readyState === WebSocket.OPEN)).to.have.length(PLACES);
  });

  for (const [what, connectPacket] of [
    ['tokens', '40{"token":"not.a.token"}'],
    ['namespaces', '40/elsewhere,{"token":"not.a.token"}'],
  ] as const) {
    it(`closes a connection that tries ${what}`, async () => {
      const socket = await connect(freshAddress());
      if (socket === null) throw new Error('refused');
      let refusals = 0;
      socket.on('message', (data) => {
        if (String(data).startsWith('44')) refusals += 1;
      });
      const closed = once(socket, 'close');
      for (let index = 0; index < 200; index += 1) socket.send(connectPacket);
      await closed;
      expect(refusals).to.be.at.most(4);
    });
  }
});
