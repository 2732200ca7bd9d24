import { expect } from 'chai';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { readOptions } from '../../scripts/start/options.ts';
import { baseUrl } from '../../scripts/supervisor/installation-options.ts';

const read = (args: string[], env: NodeJS.ProcessEnv = {}) => readOptions(args, env, '/project');

describe('the options of npm start', () => {
  it('default to a demo installation on loopback', () => {
    expect(read([])).to.deep.equal({
      dataDir: '/project/.data',
      host: '127.0.0.1',
      port: 3000,
      mode: 'development',
      processes: 1,
      demo: true,
      verbose: false,
    });
  });

  it('on the command line win over the environment', () => {
    const options = read(['--port', '3100', '--data-dir', '/data/one'], { PORT: '3200', DATA_DIR: 'two' });
    expect(options).to.include({ port: 3100, dataDir: '/data/one' });
    expect(read([], { PORT: '3200', DATA_DIR: 'two' })).to.include({ port: 3200, dataDir: '/project/two' });
  });

  it('start a city, whose clock is the installation’s', () => {
    expect(read([]).city).to.equal(undefined);
    expect(read(['--city']).city).to.deep.equal({
      orders: 100,
      drivers: 24,
      hours: 2,
      seed: 1,
      speed: 40,
      pages: 0,
      maxAlerts: null,
    });
    expect(read(['--city', '--pages', '30%']).city?.pages).to.equal(30);
    expect(read(['--city', '--max-alerts', '40']).city?.maxAlerts).to.equal(40);
    expect(read(['--city', '--orders', '500', '--speed', '30']).city).to.include({ orders: 500, speed: 30 });
    expect(read(['--city'], { CLOCK_RATE: '12' }).city?.speed).to.equal(12);
    expect(() => read(['--orders', '5'])).to.throw(CommandError, '--city');
    expect(() => read(['--city', '--hours', '25'])).to.throw(CommandError, '--hours');
    expect(() => read(['--city'], { NODE_ENV: 'production' })).to.throw(CommandError, 'production');
  });

  it('allow no demo in production or beyond loopback', () => {
    expect(read([], { NODE_ENV: 'production' }).demo).to.equal(false);
    expect(read([], { HOST: '0.0.0.0' }).demo).to.equal(false);
    expect(read([], { HOST: '::1' }).demo).to.equal(true);
  });

  it('accept the addresses of existing services', () => {
    const options = read([], { DATABASE_URL: 'postgresql://db/wasl', REDIS_URL: '' });
    expect(options.databaseUrl).to.equal('postgresql://db/wasl');
    expect(options).not.to.have.property('redisUrl');
  });

  it('refuse an invalid port and an unknown flag', () => {
    for (const port of ['0', '65536', '-1', '3000x', '']) {
      expect(() => read([`--port=${port}`]), port).to.throw(CommandError);
    }
    expect(() => read(['--prot', '3000'])).to.throw(CommandError, 'Usage');
  });

  it('accept a reasonable number of API processes', () => {
    expect(read(['--processes', '4'], { PROCESSES: '2' }).processes).to.equal(4);
    expect(read([], { PROCESSES: '2' }).processes).to.equal(2);
    for (const processes of ['0', '17', '-1', 'two', '']) {
      expect(() => read([`--processes=${processes}`]), processes).to.throw(CommandError, '--processes');
    }
  });

  it('determine the address at which the service is reached', () => {
    expect(baseUrl({ host: '127.0.0.1', port: 3000 })).to.equal('http://127.0.0.1:3000');
    expect(baseUrl({ host: '0.0.0.0', port: 80 })).to.equal('http://127.0.0.1:80');
    expect(baseUrl({ host: '::1', port: 3000 })).to.equal('http://[::1]:3000');
  });
});
