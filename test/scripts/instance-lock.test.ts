import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { processToken } from '../../scripts/embedded/processes.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { acquireLock } from '../../scripts/supervisor/instance-lock.ts';
import { findRunning, recordRunning } from '../../scripts/supervisor/running.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

const ADDRESS = 'http://127.0.0.1:3000';
const SAYS = `Wasl is already running: ${ADDRESS}`;

describe('the lock of an installation', () => {
  const folder = useTemporaryFolder();
  const file = () => join(folder(), 'run', 'supervisor.lock');

  it('refuses a second holder, naming the first', () => {
    acquireLock(file(), SAYS);
    expect(() => acquireLock(file(), 'Another one'))
      .to.throw(CommandError)
      .with.property('message')
      .that.includes(`${SAYS} (process ${process.pid})`);
  });

  it('is free again after its release', () => {
    acquireLock(file(), SAYS).release();
    expect(existsSync(file())).to.equal(false);
    acquireLock(file(), SAYS).release();
  });

  it('is taken over from a process that is gone', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    acquireLock(file(), SAYS, child.pid);
    await once(child, 'exit');
    acquireLock(file(), SAYS);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).to.include({ pid: process.pid });
  });

  it('is taken over when another process has the number of its holder', () => {
    acquireLock(file(), SAYS).release();
    writeFileSync(file(), JSON.stringify({ pid: process.pid, token: 'an earlier start', says: SAYS }));
    acquireLock(file(), SAYS);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).to.include({ token: processToken(process.pid) });
  });

  it('is taken over when it cannot be read', () => {
    acquireLock(file(), SAYS).release();
    writeFileSync(file(), 'half a lo');
    acquireLock(file(), SAYS);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).to.include({ pid: process.pid, says: SAYS });
  });

  it('of another process is not released', () => {
    const lock = acquireLock(file(), SAYS);
    writeFileSync(file(), JSON.stringify({ pid: 1, token: 'another', says: SAYS }));
    lock.release();
    expect(existsSync(file())).to.equal(true);
  });

  it('shows whether the recorded addresses are of a running installation', () => {
    const addresses = { databaseUrl: 'postgresql://x', redisUrl: 'redis://x', address: ADDRESS };
    const lock = acquireLock(file(), SAYS);
    recordRunning(join(folder(), 'run'), addresses);
    expect(findRunning(folder())).to.deep.equal(addresses);
    lock.release();
    expect(findRunning(folder())).to.equal(undefined);
  });
});
