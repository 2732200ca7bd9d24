import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ContractReader } from '../../scripts/contract/contract-reader.ts';
import { type Samples, samplesOf } from '../../scripts/guide/reference/samples.ts';
import { Market } from '../worlds/market.ts';

/** A request that the service does not understand; any other refusal is about the example's ids and states. */
const MISUNDERSTOOD = [
  'auth.UNAUTHENTICATED',
  'auth.FORBIDDEN',
  'common.MALFORMED',
  'common.METHOD_NOT_ALLOWED',
  'common.PRECONDITION_REQUIRED',
  'common.UNSUPPORTED_MEDIA_TYPE',
];
/** Examples name records that this service does not have, and moments that are over. */
const OF_THE_EXAMPLE = ['unknown', 'range'];
/** Their examples are of a session that never existed. */
const SPENT = ['refreshSession'];
const RUN_LIMIT_MS = 90_000;
const PICTURES = ['picture.jpg', 'picture.png', 'picture.webp', 'picture.avif'];

type Language = keyof Samples;

/** One file that runs all samples of a language, each against an address of its own, and the command that runs it. */
const RUNS: Record<Language, { command: string; file: string; join: (samples: readonly Run[]) => string }> = {
  curl: {
    command: 'sh',
    file: 'samples.sh',
    join: (samples) => samples.map(({ url, text }) => `WASL_URL=${url}\n${text} > /dev/null 2>&1`).join('\n'),
  },
  typescript: {
    command: process.execPath,
    file: 'samples.mjs',
    join: (samples) =>
      [
        "import { readFileSync } from 'node:fs';",
        ...samples.map(
          ({ url, text }) =>
            `process.env.WASL_URL = '${url}';\nawait (async () => {\n${text.replace(/^import .*\n/, '')}\n})();`,
        ),
      ].join('\n'),
  },
  python: {
    command: 'python3',
    file: 'samples.py',
    join: (samples) =>
      [
        'import os, urllib.error',
        `for url, text in ${JSON.stringify(samples.map(({ url, text }) => [url, text]))}:`,
        '    os.environ["WASL_URL"] = url',
        '    try:',
        '        exec(text, {})',
        '    except urllib.error.HTTPError:',
        '        pass',
      ].join('\n'),
  },
};

interface Run {
  url: string;
  text: string;
}

/** The samples of the guide's reference as they stand there, all of them, against one running service. */
describe('the samples of the guide', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-samples-'));
  const operations = new ContractReader().groups.flatMap((group) => group.operations);
  let market: Market;
  let server: Server;
  let address: string;
  /** What the service answered to the running language, by operation. */
  let answers: Map<string, string>;

  before(async () => {
    for (const picture of PICTURES) writeFileSync(join(folder, picture), 'not a picture');
    market = await Market.open();
    server = createServer((req, res) => {
      forward(req, res).catch((error: unknown) => res.writeHead(502).end(String(error)));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  after(async () => {
    rmSync(folder, { recursive: true });
    await new Promise((resolve) => server?.close(resolve));
    await market?.close();
  });

  for (const language of Object.keys(RUNS) as Language[]) {
    it(`are understood by the service: ${language}`, async function () {
      this.timeout(RUN_LIMIT_MS + 30_000);
      const { command, file, join: joined } = RUNS[language];
      // Python and curl are not part of what the project needs.
      if (spawnSync(language === 'curl' ? 'curl' : command, ['--version']).error !== undefined) this.skip();
      answers = new Map();
      const runs = operations.map((operation) => ({
        url: `${address}/${operation.id}`,
        text: samplesOf(operation)[language],
      }));
      writeFileSync(join(folder, file), joined(runs));
      await run(command, file);
      const faults = operations.flatMap(({ id }) => {
        const answer = answers.get(id) ?? 'was not called';
        const isFault = answer === 'was not called' || isMisunderstood(answer);
        return isFault && !SPENT.includes(id) ? [`${id}: ${answer}`] : [];
      });
      expect(faults).to.deep.equal([]);
    });
  }

  /** Passes a sample's request on as somebody who may call the operation, and writes down the answer. */
  async function forward(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const [, id = '', path = ''] = /^\/(\w+)(\/.*)$/.exec(req.url ?? '') ?? [];
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    let answer = await send(req, id, path, Buffer.concat(chunks));
    const caller = callerOf(id);
    if (answer.status === 401 && caller !== undefined) {
      // An earlier sample has ended the session.
      await market.signInAgain(caller);
      answer = await send(req, id, path, Buffer.concat(chunks));
    }
    const text = await answer.text();
    answers.set(id, answer.status < 400 ? `${answer.status}` : `${answer.status} ${text}`);
    res.writeHead(answer.status).end(text);
  }

  function send(req: IncomingMessage, id: string, path: string, body: Buffer): Promise<Response> {
    const headers = new Headers();
    for (const name of ['content-type', 'if-match', 'idempotency-key', 'x-cart-token']) {
      const value = req.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const token = callerOf(id)?.client.token;
    // A sample that forgets to sign in is not helped.
    if (req.headers.authorization !== undefined && token != null)
      headers.set('authorization', `Bearer ${token}`);
    const hasBody = body.length > 0 && req.method !== 'GET';
    return fetch(`${market.service.url}${path}`, {
      method: req.method ?? 'GET',
      headers,
      redirect: 'manual',
      ...(hasBody ? { body } : {}),
    });
  }

  function callerOf(id: string) {
    const found = market.operations.find(({ rules }) => rules.id === id);
    return found === undefined
      ? undefined
      : market.admitted(found).find(({ accountId }) => accountId !== null);
  }

  function run(command: string, file: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = spawn(command, [file], {
        cwd: folder,
        env: { ...process.env, WASL_TOKEN: 'replaced-on-the-way' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const errors: Buffer[] = [];
      child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
      const timer = setTimeout(() => child.kill('SIGKILL'), RUN_LIMIT_MS);
      child.on('error', reject);
      child.on('close', (code) => {
        clearTimeout(timer);
        if (code === 0 || command === 'sh') return resolve();
        reject(new Error(`${file} ended with ${code}: ${Buffer.concat(errors).toString().slice(0, 2_000)}`));
      });
    });
  }
});

/** @param answer A status, and for refusals the problem. */
function isMisunderstood(answer: string): boolean {
  const [, text] = /^\d+ (\{.*\})$/s.exec(answer) ?? [];
  if (text === undefined) return false;
  const { code, errors = [] } = JSON.parse(text) as { code: string; errors?: { code: string }[] };
  if (code !== 'common.VALIDATION_FAILED') return MISUNDERSTOOD.includes(code);
  return errors.some((error) => !OF_THE_EXAMPLE.includes(error.code));
}
