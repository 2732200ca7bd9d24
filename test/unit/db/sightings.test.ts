import { expect } from 'chai';
import { clusterSighting, sentinelSighting } from '../../../db/redis/sightings.ts';

const ASKED = { host: '10.0.0.9', port: 7000 };
const NODES = [
  'aa :7000@17000 myself,master - 0 0 3 connected 0-5460 5500 [5461->-bb] [5470-<-cc]',
  'bb 10.0.0.2:7001@17001,two.example.qa master - 0 1700000000000 7 connected 5461-10922',
  'cc 10.0.0.3:7002@17002,,shard-id=x slave aa 0 1700000000000 3 connected',
  'dd 10.0.0.4:7003@17003 master,fail - 1700000000000 0 2 disconnected 10923-16383',
  'ee :0@0 master,noaddr - 0 0 0 disconnected',
  'ff 10.0.0.6:7005@17005 handshake - 0 0 0 connected',
  '',
].join('\n');

describe('what nodes of Redis say about masters', () => {
  it('is read from CLUSTER NODES: slots, epochs, and which nodes can be asked', () => {
    const { claims, nodes } = clusterSighting(NODES, ASKED, false);
    expect(claims).to.deep.equal([
      {
        place: { host: '10.0.0.9', port: 7000 },
        epoch: 3,
        slots: [
          [0, 5460],
          [5500, 5500],
        ],
      },
      { place: { host: '10.0.0.2', port: 7001 }, epoch: 7, slots: [[5461, 10_922]] },
      { place: { host: '10.0.0.4', port: 7003 }, epoch: 2, slots: [[10_923, 16_383]] },
    ]);
    expect(nodes.map(({ host }) => host)).to.deep.equal(['10.0.0.9', '10.0.0.2', '10.0.0.3', '10.0.0.4']);
  });

  it('names hosts where a certificate has to match', () => {
    const { claims } = clusterSighting(NODES, ASKED, true);
    expect(claims[1]?.place).to.deep.equal({ host: 'two.example.qa', port: 7001 });
  });

  it('is read from the answers of a Sentinel', () => {
    const master = ['name', 'wasl', 'ip', '10.0.0.1', 'port', '6379', 'flags', 'master', 'config-epoch', '4'];
    const others = [['name', 'x', 'ip', '10.0.0.8', 'port', '26379']];
    expect(sentinelSighting(master, others)).to.deep.equal({
      claims: [{ place: { host: '10.0.0.1', port: 6379 }, epoch: 4, slots: [[0, 16_383]] }],
      nodes: [{ host: '10.0.0.8', port: 26_379 }],
    });
  });
});
