import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of a service: passes everything on, and serves a newer app once that is published. */
export interface FrontDoor {
  url: string;
  publish(): void;
  close(): Promise<void>;
}

export interface NewVersion {
  /** Address of the service worker. */
  worker: string;
  /** The newer one's script. */
  change(script: string): string;
}

const DRIVER_APP: NewVersion = {
  worker: '/driver/sw.js',
  change: (script) => `${script}\n// The next version.\n`,
};

export async function inFrontOf(
  service: string,
  { worker, change }: NewVersion = DRIVER_APP,
): Promise<FrontDoor> {
  let published = false;
  const server = createServer((incoming, outgoing) => {
    const { url = '/', method } = incoming;
    const newer = published && url === worker;
    // Unencoded, so that it can be changed.
    const headers = newer ? { ...incoming.headers, 'accept-encoding': 'identity' } : incoming.headers;
    const onward = request(service + url, { method, headers }, (answer) => {
      const told = { ...answer.headers };
      if (newer) delete told['content-length'];
      outgoing.writeHead(answer.statusCode ?? 502, told);
      if (!newer) return answer.pipe(outgoing);
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      return answer.on('end', () => outgoing.end(change(Buffer.concat(parts).toString())));
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish: () => {
      published = true;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
