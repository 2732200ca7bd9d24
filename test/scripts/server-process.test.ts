import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';
import { askReadiness } from '../../scripts/supervisor/readiness.ts';
import { startServer } from '../../scripts/supervisor/server-process.ts';
import { ownProgram } from '../support/own-program.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

describe('starting a process of the service', () => {
  const folder = useTemporaryFolder();

  it('does not take the answer of another program on its port for its own', async () => {
    // Two installations that are started at the same time: the other one has the port, and is ready.
    const other = createServer((_request, response) => response.end('{"checks":{"worker":"up"}}'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const base = `http://127.0.0.1:${port}`;
    try {
      expect(await askReadiness(base)).to.deep.equal({ api: true, worker: true });
      const failure = await startServer({
        ...ownProgram('server/main.ts'),
        kind: 'api',
        cwd: projectRoot,
        // Without settings the process ends soon after its start, as one does that cannot have its port.
        env: { PATH: process.env.PATH },
        runDir: folder(),
        logFile: join(folder(), 'api.log'),
        verbose: false,
        say: () => undefined,
        isReady: async () => (await askReadiness(base)).api,
        readyLimitMs: 60_000,
        mustBeReady: true,
        signal: new AbortController().signal,
      }).catch((error: unknown) => error);
      expect(failure).to.be.an('error').with.property('message').that.includes('ended while starting');
    } finally {
      other.close();
      other.closeAllConnections();
    }
  });
});
