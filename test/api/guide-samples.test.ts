import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';
import { ContractReader } from '../../scripts/contract/contract-reader.ts';
import { type Samples, samplesOf } from '../../scripts/guide/reference/samples.ts';
import { pageSamples } from '../support/page-samples.ts';
import { makeAccount, type SignIn } from '../support/people.ts';
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

/** Pages whose samples are run here as they stand, from the first to the last. */
const RUN_PAGES = ['connect/afternoon', 'connect/live'];
/** Pages whose samples are not run, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'connect/sign-in': 'a header, no command',
  'connect/keys': 'a key, and the use of the client, whose examples have a test of their own',
  'connect/webhooks': 'a request that arrives, and code of a receiver with a package of its own',
  'operate/install': 'installs on Debian as root; npm run test:operate does so with the installer itself',
  'operate/running': 'settings, certificates of an authority, and statements for a database of the operator',
  'operate/upgrade': 'upgrades a server as root; npm run test:operate does',
  'operate/backup': 'restores a server as root; npm run test:operate restores',
  'operate/standby': 'changes servers of PostgreSQL as root; npm run test:failover runs the same commands',
  'operate/redis': 'settings of servers of Redis; npm run test:cluster has such servers',
  'operate/capacity': 'benches that take minutes',
  'operate/runbook': 'reads the journal of a server',
  'operate/sending': 'a request to a gateway',
  'operate/maps': 'programs and data of others, which the page says are untried',
  'operate/phones': 'builds apps with packages of Debian and a key of the operator',
};
/** Of the demo; the tutorial signs in with them, and names the demo's address. */
const DEMO = { url: 'http://localhost:3000', email: 'buyer@demo.wasl.example', password: 'wasl-demo-buyer' };
const LIVE_LIMIT_MS = 20_000;

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

/** The samples of the guide as they stand there, all that can be run, against one running service. */
describe('the samples of the guide', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-samples-'));
  const operations = new ContractReader().groups.flatMap((group) => group.operations);
  const samples = pageSamples();
  let market: Market;
  let buyer: SignIn;
  let server: Server;
  let address: string;
  /** What the service answered to the running language, by operation. */
  let answers: Map<string, string>;

  before(async () => {
    for (const picture of PICTURES) writeFileSync(join(folder, picture), 'not a picture');
    market = await Market.open();
    buyer = await makeAccount(market.service, ['BUYER']);
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

  it('on pages are either run here or listed with the reason why not', () => {
    const pages = new Set(samples.map(({ page }) => page));
    expect([...RUN_PAGES, ...Object.keys(NOT_RUN)]).to.have.members([...pages]);
    for (const page of RUN_PAGES) expect(textsOf(page, 'ar'), page).to.deep.equal(textsOf(page, 'en'));
  });

  it('of the tutorial place an order', async function () {
    if (spawnSync('curl', ['--version']).error !== undefined) this.skip();
    const script = textsOf('connect/afternoon', 'en').join('\n');
    for (const text of Object.values(DEMO)) expect(script).to.include(text);
    const here = script
      .replace(DEMO.url, market.service.url)
      .replace(DEMO.email, buyer.email)
      .replace(DEMO.password, buyer.password);
    const { status, stdout, stderr } = await output('sh', ['-euc', here]);
    expect(status, stderr).to.equal(0);
    // Refusals are problem documents, which have the id of their request.
    expect(stdout).not.to.include('requestId');
    expect(stdout).to.match(/"number":"W-\d{4}-\d{6}/);
  });

  it('of the live channel hear that an order is accepted', async () => {
    const { world } = market;
    // Earlier samples may have ended their sessions.
    for (const name of ['buyer', 'owner']) await market.signInAgain(market.caller(name));
    const { orderId, groupId } = await world.order();
    const [program = ''] = textsOf('connect/live', 'en');
    const env = { WASL_URL: market.service.url, WASL_TOKEN: world.buyer.token ?? '', WASL_ORDER: orderId };
    let accepted: Promise<unknown> | undefined;
    const { stdout } = await output(
      process.execPath,
      ['--input-type=module', '-e', program],
      env,
      (written) => {
        // The answer to `subscribe` names the room: from then on, the order's events arrive.
        if (written.includes(`order:${orderId}`))
          accepted ??= world.seller.post(`/seller/order-groups/${groupId}/accept`);
        return written.includes('ACCEPTED');
      },
    );
    await accepted;
    expect(stdout).to.include('heartbeatEvery');
    expect(stdout).to.include('ACCEPTED');
  });

  function textsOf(page: string, locale: 'en' | 'ar'): string[] {
    return samples.filter((each) => each.page === page && each.locale === locale).map(({ text }) => text);
  }

  /** Runs a program in the project until it ends, or has written enough. */
  function output(
    command: string,
    args: readonly string[],
    env: Record<string, string> = {},
    isEnough: (written: string) => boolean = () => false,
  ) {
    return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve, reject) => {
      const child = spawn(command, args, { cwd: projectRoot, env: { ...process.env, ...env } });
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (chunk: Buffer) => {
        stdout += chunk;
        if (isEnough(stdout)) child.kill();
      });
      child.stderr.on('data', (chunk: Buffer) => {
        stderr += chunk;
      });
      const timer = setTimeout(() => child.kill('SIGKILL'), LIVE_LIMIT_MS);
      child.on('error', reject);
      child.on('close', (status) => {
        clearTimeout(timer);
        resolve({ status, stdout, stderr });
      });
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
