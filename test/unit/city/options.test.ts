import { expect } from 'chai';
import { CITY_DEFAULTS, CITY_USAGE, readCityOptions } from '../../../scripts/city/options.ts';
import { Fault } from '../../../scripts/embedded/run.ts';

describe('the command line of the city', () => {
  it('plays on a running service unless a check is asked for', () => {
    const { speed: _speed, ...sizes } = CITY_DEFAULTS;
    const options = { url: 'http://127.0.0.1:3000', dataDir: undefined, ...sizes, speed: null };
    expect(readCityOptions([])).to.deep.equal({ check: false, options });
    expect(readCityOptions(['--url', 'http://localhost:8080/x', '--orders', '7'])).to.deep.equal({
      check: false,
      options: { ...options, url: 'http://localhost:8080', orders: 7 },
    });
  });

  it('checks on an installation of its own alone', () => {
    const { speed: _speed, ...sizes } = CITY_DEFAULTS;
    expect(readCityOptions(['--check', '--seed', '9', '--speed', '120'])).to.deep.equal({
      check: true,
      sizes: { ...sizes, seed: 9, speed: 120 },
    });
    for (const other of [
      ['--url', 'http://127.0.0.1:3000'],
      ['--data-dir', '/tmp'],
    ])
      expect(() => readCityOptions(['--check', ...other])).to.throw(Fault, 'an installation of its own');
  });

  it('says what is wrong, and how it is meant', () => {
    expect(() => readCityOptions(['--orders', '0'])).to.throw(Fault, '--orders must be a whole number');
    expect(() => readCityOptions(['--sped', '2'])).to.throw(Fault, 'Usage: npm run city');
    expect(CITY_USAGE).to.contain('--check');
  });
});
