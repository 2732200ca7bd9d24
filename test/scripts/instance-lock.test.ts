import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { processToken } from '../../scripts/embedded/processes.ts';
import { Fault } from '../../scripts/embedded/run.ts';
import { acquireLock } from '../../scripts/supervisor/instance-lock.ts';
import { findRunning, recordRunning } from '../../scripts/supervisor/running.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

const ADDRESS = 'http://127.0.0.1:3000';

describe('the lock of an installation', () => {
  const folder = useTemporaryFolder();
  const file = () => join(folder(), 'run', 'supervisor.lock');

  it('refuses a second holder, naming the first', () => {
    acquireLock(file(), ADDRESS);
    expect(() => acquireLock(file(), 'http://127.0.0.1:3999'))
      .to.throw(Fault)
      .with.property('message')
      .that.includes(`${ADDRESS} (process ${process.pid})`);
  });

  it('is free again after its release', () => {
    acquireLock(file(), ADDRESS).release();
    expect(existsSync(file())).to.equal(false);
    acquireLock(file(), ADDRESS).release();
  });

  it('is taken over from a process that is gone', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    acquireLock(file(), ADDRESS, child.pid);
    await once(child, 'exit');
    acquireLock(file(), ADDRESS);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).to.include({ pid: process.pid });
  });

  it('is taken over when another process has the number of its holder', () => {
    acquireLock(file(), ADDRESS).release();
    writeFileSync(file(), JSON.stringify({ pid: process.pid, token: 'an earlier start', address: ADDRESS }));
    acquireLock(file(), ADDRESS);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).to.include({ token: processToken(process.pid) });
  });

  it('is taken over when it cannot be read', () => {
    acquireLock(file(), ADDRESS).release();
    writeFileSync(file(), 'half a lo');
    acquireLock(file(), ADDRESS);
  });

  it('of somebody else is not released', () => {
    const lock = acquireLock(file(), ADDRESS);
    writeFileSync(file(), JSON.stringify({ pid: 1, token: 'another', address: ADDRESS }));
    lock.release();
    expect(existsSync(file())).to.equal(true);
  });

  it('tells whether the recorded addresses are of a running installation', () => {
    const addresses = { databaseUrl: 'postgresql://x', redisUrl: 'redis://x', address: ADDRESS };
    const lock = acquireLock(file(), ADDRESS);
    recordRunning(join(folder(), 'run'), addresses);
    expect(findRunning(folder())).to.deep.equal(addresses);
    lock.release();
    expect(findRunning(folder())).to.equal(undefined);
  });
});
