import { request as plainRequest } from 'node:http';
import { connect as http2Connect } from 'node:http2';
import { Agent, request as tlsRequest } from 'node:https';
import path from 'node:path';
import { connect as tlsConnect } from 'node:tls';
import { projectRoot } from '../../db/root.ts';
import { makeRelease } from '../../scripts/operate/release/make-release.ts';
import { versionOf } from '../../scripts/operate/release/version.ts';
import { DebianRoot, type Suite } from './debian-root.ts';

export const DOMAIN = 'wasl.example.qa';
const REQUEST_TIMEOUT_MS = 15_000;
const PACKAGES_LIMIT_MS = 6 * 60_000;
const INSTALL_LIMIT_MS = 6 * 60_000;
/** Opens the secrets in backups; a real one would not be on the server. */
export const OPERATOR_KEY = '/root/operator.key';

export interface Asked {
  method?: string;
  host?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Of the client; see DebianRoot.door. */
  from?: string;
  /** Asks the first API process itself, or the web server without TLS. */
  port?: 443 | 80 | 8101;
}

export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** A Debian on which this release was installed by its own installer, with its web server in front. */
export class TriedServer {
  readonly root: DebianRoot;
  certificate = '';

  private constructor(root: DebianRoot) {
    this.root = root;
  }

  static async start(suite: Suite): Promise<TriedServer> {
    const version = await versionOf(projectRoot);
    // A folder for each: both may be tried at once.
    const folder = path.join(projectRoot, '.data', 'operate', `release-${suite}`);
    await makeRelease({ projectRoot, folder, version });
    return new TriedServer(await DebianRoot.boot(suite, folder));
  }

  /** What the installer would do, before there is anything. */
  tryInstalling(): Promise<string> {
    return this.root.must(`/root/release/scripts/install --domain ${DOMAIN} --dry-run`);
  }

  /** What the installer printed. */
  async install(): Promise<string> {
    const installer = '/root/release/scripts/install';
    await this.root.must(`${installer} --packages`, { limitMs: PACKAGES_LIMIT_MS, outside: true });
    const key = `$(age-keygen -o ${OPERATOR_KEY} 2>/dev/null && age-keygen -y ${OPERATOR_KEY})`;
    const printed = await this.root.must(
      `${installer} --domain ${DOMAIN} --processes 2 --backup-key "${key}"`,
      { limitMs: INSTALL_LIMIT_MS },
    );
    this.certificate = await this.root.must('cat /etc/wasl/tls/fullchain.pem');
    await this.root.openDoors();
    return printed;
  }

  ask(target: string, { method = 'GET', host = DOMAIN, headers = {}, body, from, port = 443 }: Asked = {}) {
    return new Promise<Answered>((resolve, reject) => {
      const options = {
        ...{ socketPath: this.root.door(port, from), path: target, method, agent: false as const },
        headers: {
          Host: host,
          ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
          ...headers,
        },
        timeout: REQUEST_TIMEOUT_MS,
      };
      const tls = { servername: host, ca: this.certificate };
      const sent = port === 443 ? tlsRequest({ ...options, ...tls }) : plainRequest(options);
      sent.on('timeout', () => sent.destroy(new Error(`${method} ${target}: no answer`)));
      sent.on('error', reject);
      sent.on('response', (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const list = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
          resolve({
            status: answer.statusCode ?? 0,
            headers: Object.fromEntries(list),
            body: Buffer.concat(chunks),
          });
        });
      });
      sent.end(body);
    });
  }

  /** The same with a JSON body and answer. */
  async json(target: string, body?: object, asked: Asked = {}) {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const headers = {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...asked.headers,
    };
    const answer = await this.ask(target, { ...sent, ...asked, headers });
    return { ...answer, json: JSON.parse(answer.body.toString() || 'null') };
  }

  /** Which versions of TLS and HTTP a client and the server agree on. Rejects if they agree on none. */
  handshake(host: string, maxVersion: 'TLSv1.2' | 'TLSv1.3' = 'TLSv1.3') {
    return new Promise<{ tls: string | null; http: string | false | null }>((resolve, reject) => {
      const socket = tlsConnect({
        ...{ path: this.root.door(443), servername: host, ca: this.certificate, maxVersion },
        ALPNProtocols: ['h2', 'http/1.1'],
      });
      socket.setTimeout(REQUEST_TIMEOUT_MS, () => socket.destroy(new Error('no handshake')));
      socket.once('error', reject);
      socket.once('secureConnect', () => {
        resolve({ tls: socket.getProtocol(), http: socket.alpnProtocol });
        socket.destroy();
      });
    });
  }

  /** The status of many requests on one HTTP/2 connection, all sent at once. */
  async manyByHttp2(targets: readonly string[], from?: string): Promise<number[]> {
    const socket = tlsConnect({
      ...{ path: this.root.door(443, from), servername: DOMAIN, ca: this.certificate },
      ALPNProtocols: ['h2'],
    });
    const session = http2Connect(`https://${DOMAIN}`, { createConnection: () => socket });
    session.setTimeout(REQUEST_TIMEOUT_MS, () => session.destroy(new Error('silent')));
    const one = (target: string) =>
      new Promise<number>((resolve, reject) => {
        let status = 0;
        const stream = session.request({ ':path': target });
        stream.on('response', (headers) => {
          status = Number(headers[':status']);
        });
        stream
          .on('error', reject)
          .on('end', () => resolve(status))
          .resume();
      });
    try {
      return await Promise.all(targets.map(one));
    } finally {
      session.destroy();
    }
  }

  /** For clients that bring their own way to speak HTTP. */
  agent(): Agent {
    const agent = new Agent();
    agent.createConnection = () =>
      tlsConnect({ path: this.root.door(443), servername: DOMAIN, ca: this.certificate });
    return agent;
  }

  async stop(): Promise<void> {
    await this.root.stop();
  }
}
