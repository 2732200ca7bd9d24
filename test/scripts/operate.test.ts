import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { z } from 'zod';
import { projectRoot } from '../../db/root.ts';
import { run } from '../../scripts/embedded/run.ts';
import { bucketOf, limitsText, retryAfter } from '../../scripts/operate/web/limits.ts';
import { refusalMaps } from '../../scripts/operate/web/refusals.ts';
import { IDLE_SECONDS } from '../../scripts/operate/web/upstreams.ts';
import { SERVER_ENVIRONMENT, SERVER_NODE_OPTIONS } from '../../scripts/supervisor/server-process.ts';
import { API_PREFIX, loadContract } from '../../server/kernel/http/contract.ts';
import { configSchema } from '../../server/kernel/process/config.ts';
import { limitKeys, limitSettings, type RateBudget } from '../../server/kernel/process/limit-config.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

const read = (name: string) => readFileSync(path.join(projectRoot, name), 'utf8');
const DEFAULTS = limitSettings({ ...z.object(limitKeys).parse({}), DEMO: false });

describe('what an operator installs', () => {
  it('runs processes as npm start does', () => {
    const variables = Object.entries(SERVER_ENVIRONMENT).map(([name, value]) => `${name}=${value}`);
    for (const unit of ['wasl-api@.service', 'wasl-worker.service']) {
      const text = read(`scripts/operate/systemd/${unit}`);
      expect(text, unit).to.include(`node ${SERVER_NODE_OPTIONS.join(' ')} dist/server/main.js`);
      expect(text, unit).to.include(`Environment=${variables.join(' ')}\n`);
    }
    const image = read('Containerfile');
    for (const each of [...SERVER_NODE_OPTIONS.map((option) => `"${option}"`), ...variables])
      expect(image).to.include(each);
  });

  it('ends processes after the web server has closed the connections that it does not use', () => {
    const unit = read('scripts/operate/systemd/wasl-api@.service');
    const seconds = (name: string) => Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(unit)?.[1]);
    const drain = Number(/^Environment=DRAIN_SECONDS=(\d+)$/m.exec(unit)?.[1]);
    expect(drain).to.be.greaterThan(IDLE_SECONDS);
    // What else has to be done at the end has more than twice as long.
    expect(seconds('TimeoutStopSec')).to.be.at.least(3 * drain);
    expect(configSchema.shape).to.have.property('DRAIN_SECONDS');
  });

  it('has settings that the service knows', () => {
    const names = [...read('scripts/operate/wasl.env').matchAll(/^([A-Z_]+)=/gm)].map(
      ([, name = '']) => name,
    );
    expect(names).to.include.members(['DATABASE_URL', 'APP_SECRET', 'TRUSTED_PROXIES']);
    expect(names.filter((name) => !(name in configSchema.shape))).to.deep.equal([]);
  });
});

describe('a file that the installer writes', () => {
  const folder = useTemporaryFolder();
  const doing = path.join(projectRoot, 'scripts', 'operate', 'install', 'doing.sh');

  /** Writes what `made` prints over a file with the content `former`, as the installer does. */
  async function write(made: string, before = '') {
    const file = path.join(folder(), 'wasl.env');
    writeFileSync(file, 'former\n', { mode: 0o600 });
    const script = `set -euo pipefail; DRY_RUN=; . '${doing}'; ${before}
      ${made} | put '${file}' 640 "$(id -u):$(id -g)" || say 'it stays as it is'
      echo 'goes on'`;
    const { ok, output } = await run('bash', ['-c', script], { limitMs: 10_000 });
    const left = readdirSync(folder()).filter((name) => name !== 'wasl.env');
    return { ok, output, content: readFileSync(file, 'utf8'), mode: statSync(file).mode & 0o777, left };
  }

  it('is replaced, unless it has this content, and then only its mode', async () => {
    expect(await write("printf 'next\\n'")).to.deep.include({
      ok: true,
      content: 'next\n',
      mode: 0o640,
      left: [],
    });
    const same = await write("printf 'former\\n'");
    expect(same).to.deep.include({ ok: true, content: 'former\n', mode: 0o640 });
    expect(same.output).to.include('it stays as it is');
  });

  it('stays whole when the disk is full, or when there is nothing to write, and the installer ends', async () => {
    const full = await write("head -c 100000 /dev/zero | tr '\\0' x", 'ulimit -f 1');
    expect(full).to.deep.include({ ok: false, content: 'former\n', left: [] });
    expect(full.output).to.include('cannot be written; it is as it was').and.not.to.include('goes on');
    const nothing = await write('false');
    expect(nothing).to.deep.include({ ok: false, content: 'former\n' });
    expect(nothing.output).to.include('There is nothing to write').and.not.to.include('goes on');
  });
});

describe('limits of the web server', () => {
  const contract = loadContract(path.join(projectRoot, 'openapi.yaml'));
  const text = limitsText(DEFAULTS, contract.operations.values());

  /** As nginx does: a text that is equal wins, then the first pattern that fits. */
  function classOf(request: string): string {
    const [, body = ''] = /map "\$request_method \$uri" \$wasl_class \{\n([\s\S]*?)\n\}/.exec(text) ?? [];
    const entries = [...body.matchAll(/^ {2}"(~?)(.*)" (\S+);$/gm)];
    const equal = entries.find(([, isPattern, value]) => isPattern === '' && value === request);
    const fitting = entries.find(
      ([, isPattern, value = '']) => isPattern === '~' && new RegExp(value).test(request),
    );
    return (equal ?? fitting)?.[3] ?? 'browse';
  }

  it('count every operation in the class that the contract gives it', () => {
    expect(contract.operations.size).to.be.greaterThan(200);
    for (const { method, path: template, rateClass } of contract.operations.values()) {
      const request = `${method.toUpperCase()} ${API_PREFIX}${template.replace(/\{[^}]+\}/g, '01a22050-563c')}`;
      expect(classOf(request), request).to.equal(rateClass);
    }
  });

  it('count forms of pages like the operations they lead to', () => {
    expect(classOf('POST /ar/sign-in')).to.equal('sign-in');
    expect(classOf('POST /en/register')).to.equal('registration');
    expect(classOf('POST /en/cart')).to.equal('write');
    expect(classOf('GET /en/sign-in')).to.equal('browse');
  });

  it('never refuse what the service accepts, whenever its window begins', () => {
    const budgets: RateBudget[] = [
      ...Object.values(DEFAULTS.limits),
      { points: 1, window: 900 },
      { points: 100, window: 900 },
      { points: 3_000, window: 60 },
    ];
    for (const budget of budgets) {
      const { ratePerMinute, burst } = bucketOf(budget);
      // All of a window at its last moment, all of the next at its first, and so on for an hour.
      let excess = -1;
      let most = 0;
      let last = 0;
      for (let at = budget.window; at < 3_600 + budget.window; at += 2 * budget.window) {
        // What has leaked out since; the first request ever does not count.
        if (excess > 0) excess = Math.max(0, excess - ((at - last) * ratePerMinute) / 60);
        excess += 2 * budget.points;
        most = Math.max(most, excess);
        last = at;
      }
      expect(most, JSON.stringify(budget)).to.be.within(budget.points, burst);
    }
  });

  it('refuse what goes far beyond, and say how long to wait', () => {
    expect(bucketOf({ points: 10, window: 900 })).to.deep.equal({ ratePerMinute: 2, burst: 20 });
    expect(retryAfter({ points: 10, window: 900 })).to.equal(30);
    expect(retryAfter({ points: 600, window: 60 })).to.equal(1);
    const maps = refusalMaps(DEFAULTS.limits);
    expect(maps).to.include('Try again in 30 seconds.').and.to.include('طلبات كثيرة جدًا');
    // Only variables of nginx that the configuration defines: any other would stop it from starting.
    const known = /\$(wasl_\w+|request_id|request_uri|http_\w+|arg_locale|uri)\b/g;
    expect(maps.replace(known, '').replace(/[|)]\$|\$["]/g, '')).not.to.match(/\$[a-z]/);
  });

  it('leave networks with budgets of their own to the service', () => {
    const networks = limitSettings({
      ...z.object(limitKeys).parse({ LIMIT_NETWORKS: 'depot 203.0.113.7 2001:db8:7::/48 sign-in=100' }),
      DEMO: false,
    });
    const named = limitsText(networks, []);
    expect(named)
      .to.include('  203.0.113.7/32 1;')
      .and.to.match(/ {2}2001:db8:7::\S*\/48 1;/);
  });
});
