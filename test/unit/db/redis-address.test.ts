import { expect } from 'chai';
import { faultOfRedisUrl, parseRedisUrl } from '../../../db/redis/redis-address.ts';

describe('the address of Redis', () => {
  it('is that of one server', () => {
    for (const url of ['redis://127.0.0.1:6379', 'rediss://:secret@redis.example.qa', 'redis://127.0.0.1/3'])
      expect(parseRedisUrl(url)).to.deep.equal({ kind: 'single', url });
  });

  it('is that of a cluster, whose nodes may be named by host, IPv4 or IPv6', () => {
    expect(
      parseRedisUrl('redis+cluster://us%40er:p%2Fw@one.example.qa,10.0.0.2:7000,[fd00::3]:7001'),
    ).to.deep.equal({
      kind: 'cluster',
      nodes: [
        { host: 'one.example.qa', port: 6379 },
        { host: '10.0.0.2', port: 7000 },
        { host: 'fd00::3', port: 7001 },
      ],
      tls: false,
      master: '',
      credentials: { username: 'us@er', password: 'p/w' },
      sentinelCredentials: {},
    });
  });

  it('is that of Sentinels and of the master they know, with passwords of both', () => {
    const url = 'rediss+sentinel://:pass@one,two:26380/wasl-1?sentinel-password=other&sentinel-user=watch';
    expect(parseRedisUrl(url)).to.deep.equal({
      kind: 'sentinel',
      nodes: [
        { host: 'one', port: 26379 },
        { host: 'two', port: 26380 },
      ],
      tls: true,
      master: 'wasl-1',
      credentials: { password: 'pass' },
      sentinelCredentials: { username: 'watch', password: 'other' },
    });
  });

  it('says what is wrong', () => {
    const faults = {
      'http://host': 'must begin with redis://, rediss://, redis+sentinel:// or redis+cluster://',
      'redis+cluster://one:0': 'has a host that cannot be read: one:0',
      'redis+cluster://one,,two': 'has a host that cannot be read: ',
      'redis+cluster://one/2': 'must have no path: a cluster has only database 0',
      'redis+cluster://one?sentinel-user=x': 'has an unknown parameter: sentinel-user',
      'redis+sentinel://one': 'must name the master as its path, e.g. redis+sentinel://host:26379/wasl',
    };
    for (const [url, fault] of Object.entries(faults)) expect(faultOfRedisUrl(url), url).to.equal(fault);
    expect(faultOfRedisUrl('redis+cluster://one')).to.equal(undefined);
  });
});
