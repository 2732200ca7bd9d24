import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';
import { runMocha } from '../../scripts/checks/run-mocha.ts';

const SUITE = `
describe('promises', () => {
  it('are handled', () => Promise.reject(new Error('wanted')).catch(() => undefined));
  it('are lost', async () => {
    void Promise.reject(new Error('nobody asked'));
    await new Promise((resolve) => setImmediate(resolve));
  });
  it('are handled late', async () => {
    const late = Promise.reject(new Error('too late'));
    await new Promise((resolve) => setImmediate(resolve));
    await late.catch(() => undefined);
  });
});`;

describe('a run of mocha', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-mocha-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('fails by a rejection that nobody handles, or too late', async () => {
    const file = join(folder, 'promises.test.cjs');
    writeFileSync(file, SUITE);
    const { passed, failed, failures, fault } = await runMocha({
      projectRoot,
      args: [file],
      env: process.env,
      countsFile: join(folder, 'counts.json'),
      signal: new AbortController().signal,
      output: 'on-failure',
    });
    expect({ passed, failed, fault }).to.deep.equal({ passed: 3, failed: 2, fault: undefined });
    expect(failures[0]).to.match(/^promises are lost: a rejection that nobody handled\n {2}nobody asked$/);
    expect(failures[1]).to.match(/^promises are handled late: .*\n {2}too late$/);
  });
});
