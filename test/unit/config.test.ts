import { expect } from 'chai';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { ConfigError } from '../../server/kernel/process/config-error.ts';
import { newVapidKey } from '../../server/kernel/process/vapid-key.ts';

const GOOD = {
  DATABASE_URL: 'postgresql://wasl:secret@127.0.0.1:5432/wasl',
  REDIS_URL: 'redis://127.0.0.1:6379',
  APP_SECRET: 'a'.repeat(32),
  JWT_SECRET: 'b'.repeat(32),
};

function faultsOf(environment: NodeJS.ProcessEnv): string {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

const escaped = (text: string) => text.replaceAll(/[/.()"]/g, '\\$&');

describe('configuration', () => {
  it('has a default for everything except the stores and the secrets', () => {
    const config = loadConfig(GOOD);
    expect([config.host, config.port, config.demo, config.clockRate]).to.deep.equal([
      '127.0.0.1',
      3000,
      false,
      1,
    ]);
    expect(config.limits['sign-in']).to.deep.equal({ points: 10, window: 900 });
  });

  it('reports every error at once, each under its key', () => {
    const faults = faultsOf({
      ...GOOD,
      PORT: 'many',
      LOG_LEVEL: 'loud',
      JWT_SECRET: 'short',
      DATABASE_URL: 'mysql://x',
    });
    for (const key of ['PORT', 'LOG_LEVEL', 'JWT_SECRET', 'DATABASE_URL'])
      expect(faults).to.contain(`${key}:`);
    expect(faults).to.contain('4 error(s)');
  });

  it('reports conflicts between keys beside errors of single keys', () => {
    const faults = faultsOf({ DEMO: '1', NODE_ENV: 'production', CLOCK_RATE: '5', PORT: 'x', HOST: '::' });
    for (const key of [...Object.keys(GOOD), 'PORT', 'CLOCK_RATE']) expect(faults).to.contain(`${key}:`);
    expect(faults).to.contain('DEMO: demo mode is refused in production');
    expect(faults).to.contain('DEMO: demo mode listens on loopback only');
  });

  it('reads from standbys only if it knows one, and not fresher than it can tell', () => {
    expect(loadConfig(GOOD).staleReads).to.equal(0);
    const two = GOOD.DATABASE_URL.replace('@127.0.0.1:5432', '@10.0.0.1,10.0.0.2');
    expect(loadConfig({ ...GOOD, DATABASE_URL: two, STALE_READS_SECONDS: '5' }).staleReads).to.equal(5_000);
    expect(faultsOf({ ...GOOD, STALE_READS_SECONDS: '5' })).to.contain('DATABASE_URL names one server');
    expect(faultsOf({ ...GOOD, DATABASE_URL: two, STALE_READS_SECONDS: '4' })).to.contain(
      'must be 0, or 5 to 60',
    );
  });

  it('needs all settings of a bucket once pictures are to be stored in one', () => {
    expect(loadConfig(GOOD).uploads.store).to.equal('disk');
    const faults = faultsOf({
      ...GOOD,
      UPLOADS_STORE: 's3',
      UPLOADS_S3_ENDPOINT: 'ftp://x',
      UPLOADS_S3_BUCKET: 'A',
    });
    for (const key of ['ENDPOINT', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'])
      expect(faults).to.contain(`UPLOADS_S3_${key}:`);
    const bucket = {
      UPLOADS_S3_ENDPOINT: 'https://objects.example.qa',
      UPLOADS_S3_BUCKET: 'wasl-pictures',
      UPLOADS_S3_ACCESS_KEY_ID: 'key',
      UPLOADS_S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(loadConfig({ ...GOOD, UPLOADS_STORE: 's3', ...bucket }).uploads).to.deep.include({ store: 's3' });
  });

  it('needs a key and a subject once push messages are sent, and allows loopback in tests only', () => {
    expect(loadConfig(GOOD).push).to.deep.equal({ driver: 'none' });
    expect(loadConfig(GOOD).outside).to.deep.equal({ loopback: false, inside: [] });
    const bare = faultsOf({ ...GOOD, PUSH_DRIVER: 'webpush', INSIDE_NETWORKS: '10.0.0.0/8,8.8.8.8' });
    for (const key of ['VAPID_PRIVATE_KEY', 'VAPID_SUBJECT', 'INSIDE_NETWORKS'])
      expect(bare).to.contain(`${key}:`);
    const push = {
      PUSH_DRIVER: 'webpush',
      VAPID_PRIVATE_KEY: newVapidKey(),
      VAPID_SUBJECT: 'mailto:ops@example.qa',
    };
    expect(loadConfig({ ...GOOD, ...push }).push).to.deep.include({ driver: 'webpush' });
    expect(faultsOf({ ...GOOD, ...push, VAPID_PRIVATE_KEY: 'short' })).to.contain('VAPID_PRIVATE_KEY: must');
    for (const mode of ['production', 'development'])
      expect(faultsOf({ ...GOOD, NODE_ENV: mode, TEST_REACHES_LOOPBACK: '1' })).to.contain(
        'TEST_REACHES_LOOPBACK: is for tests only',
      );
    expect(loadConfig({ ...GOOD, NODE_ENV: 'test', TEST_REACHES_LOOPBACK: '1' }).outside.loopback).to.equal(
      true,
    );
  });

  it('defines networks with budgets of their own, and leaves all others as they are', () => {
    expect(loadConfig(GOOD).limitNetworks).to.deep.equal([]);
    const { limits, limitNetworks } = loadConfig({
      ...GOOD,
      LIMIT_NETWORKS:
        'depot 203.0.113.7 2001:DB8:7::/48 browse=3000 sign-in=100;\n carrier 198.51.100.0/24 registration=50;',
    });
    expect(limits).to.deep.equal(loadConfig(GOOD).limits);
    const [depot, carrier] = limitNetworks;
    expect(depot?.cidrs.map(({ address, bits }) => `${address}/${bits}`)).to.deep.equal([
      '203.0.113.7/32',
      '2001:db8:7::/48',
    ]);
    expect(depot?.limits).to.deep.equal({
      ...limits,
      browse: { points: 3000, window: 60 },
      'sign-in': { points: 100, window: 900 },
    });
    // Neighbours within the network may register in proportion.
    expect(carrier?.limits.registration).to.deep.equal({ points: 50, perNetwork: 400, window: 900 });
  });

  it('explains what is wrong with a network', () => {
    const wrong: [string, string][] = [
      ['203.0.113.7 browse=5', '"203.0.113.7" must be preceded by a name'],
      ['depot browse=5', 'depot: has no address'],
      [
        'depot 203.0.113.7',
        'depot: has no budget: add one or more of browse=, write=, sign-in=, registration=',
      ],
      ['depot 203.0.113.7 reads=5', 'depot: reads=5 is unknown: budgets are browse, write'],
      ['depot 203.0.113.7 browse=0', 'depot: browse=0 must be a whole number from 1'],
      ['depot 203.0.113.7 browse=1e3', 'depot: browse=1e3 must be a whole number'],
      ['depot 203.0.113.7 browse=5 browse=6', 'depot: a budget is given twice'],
      ['depot 203.0.113.0/33 browse=5', 'depot: 203.0.113.0/33 is not an IP address or a CIDR'],
      ['depot wifi.example browse=5', 'depot: wifi.example is not an IP address'],
      ['depot 203.0.113.7/24 browse=5', 'depot: 203.0.113.7/24 has bits set beyond its /24'],
      ['depot 2001:db8::1:0:0/48 browse=5', 'has bits set beyond its /48'],
      ['depot 0.0.0.0/0 browse=5', 'depot: 0.0.0.0/0 is too wide: use /8'],
      ['depot ::/0 browse=5', 'depot: ::/0 is too wide: use /20'],
      ['depot 2001:db8::1 browse=5', 'is part of a /64, which counts as one address'],
      ['depot ::ffff:203.0.113.0/120 browse=5', 'is an IPv4-mapped address: use the IPv4 address'],
      ['a 203.0.113.7 browse=5; a 203.0.113.8 write=5', 'a is defined twice'],
      ['a 203.0.113.7 browse=5; b 203.0.113.7/32 write=5', '203.0.113.7/32 belongs to a and to b'],
      ['depot 10.1.0.0/16 browse=5', 'depot: 10.1.0.0/16 contains a trusted proxy'],
      ['depot 172.16.0.0/12 browse=5', 'depot: 172.16.0.0/12 contains a trusted proxy'],
    ];
    const environment = { ...GOOD, TRUSTED_PROXIES: 'uniquelocal' };
    for (const [networks, words] of wrong)
      expect(faultsOf({ ...environment, LIMIT_NETWORKS: networks }), networks).to.match(
        new RegExp(`LIMIT_NETWORKS: .*${escaped(words)}`),
      );
    const many = Array.from({ length: 51 }, (_, index) => `n${index} 203.0.113.${index} browse=5`);
    expect(faultsOf({ ...GOOD, LIMIT_NETWORKS: many.join(';') })).to.contain('at most 50 networks');
    const networks = 'depot 203.0.113.7 browse=5; wide 203.0.113.0/24 browse=4';
    expect(faultsOf({ ...environment, LIMIT_NETWORKS: networks })).to.equal('');
  });

  it('refuses proxies that are not addresses', () => {
    for (const list of ['proxy.example', '10.0.0.0/99', '10.0.0.1,,nonsense'])
      expect(faultsOf({ ...GOOD, TRUSTED_PROXIES: list }), list).to.contain('TRUSTED_PROXIES: must be');
    expect(faultsOf({ ...GOOD, TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,fd00::/8' })).to.equal('');
  });

  it('names what is missing', () => {
    for (const key of Object.keys(GOOD)) expect(faultsOf({})).to.contain(`${key}: is not set`);
  });

  it('refuses demo mode in production and beyond loopback, and a faster clock in production', () => {
    expect(faultsOf({ ...GOOD, DEMO: '1', NODE_ENV: 'production' })).to.contain(
      'DEMO: demo mode is refused in production',
    );
    expect(faultsOf({ ...GOOD, DEMO: '1', HOST: '0.0.0.0' })).to.contain(
      'DEMO: demo mode listens on loopback only',
    );
    expect(faultsOf({ ...GOOD, CLOCK_RATE: '60', NODE_ENV: 'production' })).to.contain(
      'CLOCK_RATE: a faster clock is refused in production',
    );
    expect(faultsOf({ ...GOOD, DEMO: '1' })).to.equal('');
  });

  it('trusts loopback as a proxy in the demo installation alone', () => {
    expect(loadConfig({ ...GOOD, DEMO: '1' }).trustedProxies).to.deep.equal(['loopback']);
    expect(loadConfig(GOOD).trustedProxies).to.deep.equal([]);
    expect(loadConfig({ ...GOOD, TRUSTED_PROXIES: '10.0.0.0/8, 192.168.1.1' }).trustedProxies).to.deep.equal([
      '10.0.0.0/8',
      '192.168.1.1',
    ]);
  });
});
