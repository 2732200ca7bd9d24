import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../../db/root.ts';
import { CITY_DEFAULTS } from '../../../scripts/city/options.ts';
import { CommandError } from '../../../scripts/shared/command-error.ts';
import { cityCommand } from '../../../scripts/start/city.ts';
import { CITY_USAGE, readCityOptions } from '../../city/options.ts';

describe('the command line of the city', () => {
  it('plays on a running service unless --check is given', () => {
    const { speed: _speed, ...sizes } = CITY_DEFAULTS;
    const options = { url: 'http://127.0.0.1:3000', dataDir: undefined, ...sizes, speed: null };
    expect(readCityOptions([])).to.deep.equal({ check: false, options });
    expect(readCityOptions(['--url', 'http://localhost:8080/x', '--orders', '7'])).to.deep.equal({
      check: false,
      options: { ...options, url: 'http://localhost:8080', orders: 7 },
    });
    expect(readCityOptions(['--pages', '25%'])).to.deep.equal({
      check: false,
      options: { ...options, pages: 25 },
    });
  });

  it('checks only on an installation of its own', () => {
    const { speed: _speed, ...sizes } = CITY_DEFAULTS;
    expect(readCityOptions(['--check', '--seed', '9', '--speed', '120'])).to.deep.equal({
      check: true,
      sizes: { ...sizes, seed: 9, speed: 120 },
    });
    for (const other of [
      ['--url', 'http://127.0.0.1:3000'],
      ['--data-dir', '/tmp'],
    ])
      expect(() => readCityOptions(['--check', ...other])).to.throw(
        CommandError,
        'an installation of its own',
      );
  });

  it('explains what is wrong, and how it is meant', () => {
    expect(() => readCityOptions(['--orders', '0'])).to.throw(
      CommandError,
      '--orders must be a whole number',
    );
    expect(() => readCityOptions(['--max-alerts', 'few'])).to.throw(
      CommandError,
      '--max-alerts must be a whole number',
    );
    expect(() => readCityOptions(['--pages', '101'])).to.throw(
      CommandError,
      '--pages must be a whole number',
    );
    expect(() => readCityOptions(['--sped', '2'])).to.throw(CommandError, 'Usage: npm run city');
    expect(CITY_USAGE).to.contain('--check');
  });

  it('is shown in the form to type for the running installation', () => {
    const host = '127.0.0.1';
    const usual = { host, port: 3000, dataDir: join(projectRoot, '.data') };
    expect(cityCommand(usual)).to.equal('npm run city');
    expect(cityCommand({ host, port: 3130, dataDir: '/srv/wasl' })).to.equal(
      'npm run city -- --url http://127.0.0.1:3130 --data-dir /srv/wasl',
    );
    expect(cityCommand({ ...usual, dataDir: join(projectRoot, 'other') })).to.equal(
      'npm run city -- --data-dir other',
    );
  });
});
