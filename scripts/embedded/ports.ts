import { createServer } from 'node:net';

/** A loopback port that is free now. Another program may still take it first: callers must detect that. */
export async function freePort(): Promise<number> {
  const port = await listenOnce('127.0.0.1', 0);
  if (port === undefined) throw new Error('No free port on 127.0.0.1.');
  return port;
}

/** Whether a server could listen there now. */
export async function portIsFree(host: string, port: number): Promise<boolean> {
  return (await listenOnce(host, port)) !== undefined;
}

function listenOnce(host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
