import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadSecrets } from '../../scripts/embedded/secrets.ts';
import { environmentSource, fileSource, folderSource } from '../../scripts/keys/key-source.ts';
import { announce, drop, stepOf, switchOver } from '../../scripts/keys/steps.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { MAX_PREVIOUS, onlyKey, type Rings } from '../../server/kernel/process/secret-config.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

// A comma and a percent sign would end or change an entry of a list.
const APP = 'the application, its secret: 100 % old-0123456789';
const JWT = 'the-secret-of-tokens-0123456789abcdef-old';
const RINGS: Rings = { APP_SECRET: onlyKey(APP), JWT_SECRET: onlyKey(JWT) };

describe('the steps in which secrets are replaced', () => {
  it('announce new ones, use them and accept the former ones, and drop those', () => {
    const announced = announce(RINGS);
    expect(stepOf(RINGS)).to.equal('settled');
    expect(stepOf(announced)).to.equal('announced');
    for (const name of ['APP_SECRET', 'JWT_SECRET'] as const) {
      expect(announced[name].current).to.equal(RINGS[name].current);
      expect(announced[name].next).to.match(/^[\w-]{43}$/);
    }
    expect(announced.APP_SECRET.next).to.not.equal(announced.JWT_SECRET.next);
    // Repeated, it makes no others: processes may accept these already.
    expect(announce(announced)).to.deep.equal(announced);
    const switched = switchOver(announced);
    expect(stepOf(switched)).to.equal('switched');
    expect(switched.APP_SECRET).to.deep.equal({
      ...{ current: announced.APP_SECRET.next, next: null },
      previous: [APP],
    });
    const dropped = drop(switched);
    expect(stepOf(dropped)).to.equal('settled');
    expect(dropped.APP_SECRET).to.deep.equal(onlyKey(announced.APP_SECRET.next ?? ''));
  });

  it('keep a bounded number of former ones', () => {
    let rings = RINGS;
    for (let count = 0; count < MAX_PREVIOUS; count += 1) rings = switchOver(announce(rings));
    expect(() => switchOver(announce(rings))).to.throw(/drop them first/);
  });
});

describe('where secrets are kept', () => {
  const folder = useTemporaryFolder();

  it('is a file of variables: other lines, quotes and its mode stay; what is written is read back', () => {
    const file = join(folder(), 'environment');
    const text = `# comment\nexport JWT_SECRET=${JWT}\nAPP_SECRET="${APP}"\n\nOTHER='a # b'\n`;
    writeFileSync(file, text, { mode: 0o640 });
    expect(fileSource(file).rings).to.deep.equal(RINGS);
    fileSource(file).save(RINGS);
    expect(readFileSync(file, 'utf8')).to.equal(text);
    const announced = announce(RINGS);
    fileSource(file).save(announced);
    expect(readFileSync(file, 'utf8').startsWith(text)).to.equal(true);
    expect(fileSource(file).rings).to.deep.equal(announced);
    const switched = switchOver(announced);
    fileSource(file).save(switched);
    expect(fileSource(file).rings).to.deep.equal(switched);
    fileSource(file).save(drop(switched));
    expect(fileSource(file).rings).to.deep.equal(drop(switched));
    expect(readFileSync(file, 'utf8'))
      .to.match(/^# comment\n/)
      .and.match(/OTHER='a # b'/);
    expect(readFileSync(file, 'utf8')).to.not.match(/_NEXT|_PREVIOUS/);
    expect(statSync(file).mode & 0o777).to.equal(0o640);
  });

  it('is the data folder, where other secrets stay', () => {
    const before = loadSecrets(folder());
    const announced = announce(before.rings);
    folderSource(folder()).save(announced);
    expect(loadSecrets(folder())).to.deep.equal({ ...before, rings: announced });
    folderSource(folder()).save(switchOver(announced));
    expect(loadSecrets(folder())).to.deep.equal({ ...before, rings: switchOver(announced) });
    folderSource(folder()).save(drop(switchOver(announced)));
    expect(loadSecrets(folder()).rings.APP_SECRET).to.deep.equal(onlyKey(announced.APP_SECRET.next ?? ''));
    expect(statSync(join(folder(), 'secrets.json')).mode & 0o777).to.equal(0o600);
  });

  it('is the environment, which only the operator can change: what to set is printed', () => {
    const { APP_SECRET, JWT_SECRET } = process.env;
    Object.assign(process.env, { APP_SECRET: APP, JWT_SECRET: JWT });
    const printed: string[] = [];
    try {
      const source = environmentSource((line) => printed.push(line));
      source.save(switchOver(announce(source.rings)));
    } finally {
      for (const [name, value] of Object.entries({ APP_SECRET, JWT_SECRET }))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
    const lines = printed.filter((line) => /^\w+=/.test(line));
    expect(lines.map((line) => line.split('=')[0])).to.deep.equal([
      ...['APP_SECRET', 'APP_SECRET_PREVIOUS', 'JWT_SECRET', 'JWT_SECRET_PREVIOUS'],
    ]);
    const set = Object.fromEntries(
      lines.map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)]),
    );
    const config = loadConfig({ DATABASE_URL: 'postgres://a/b', REDIS_URL: 'redis://a', ...set });
    expect(config.appSecret.previous).to.deep.equal([APP]);
    expect(config.jwtSecret.previous).to.deep.equal([JWT]);
  });

  it('must hold secrets of some length; what is wrong is said without them', () => {
    const file = join(folder(), 'environment');
    for (const [name, value] of [
      ['APP_SECRET_NEXT', 'short-secret'],
      ['APP_SECRET_PREVIOUS', 'short-secret'],
      ['APP_SECRET_PREVIOUS', `${'a%2'.padEnd(40, 'short-secret')}%`],
      [
        'JWT_SECRET_PREVIOUS',
        Array.from({ length: MAX_PREVIOUS + 1 }, () => 'short-secret'.repeat(4)).join(),
      ],
    ] as const) {
      writeFileSync(file, `APP_SECRET="${APP}"\nJWT_SECRET=${JWT}\n${name}=${value}\n`);
      expect(() => fileSource(file)).to.throw(new RegExp(`${name}: `));
      expect(() => fileSource(file)).to.not.throw(/short-secret/);
    }
  });
});
