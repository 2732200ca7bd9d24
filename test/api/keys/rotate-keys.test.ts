import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { expect } from 'chai';
import { decodeProtectedHeader } from 'jose';
import { generate, generateSecret } from 'otplib';
import { io } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import { projectRoot } from '../../../db/root.ts';
import { pause, until } from '../../../scripts/shared/waiting.ts';
import { Balancer } from '../../../scripts/supervisor/balancer.ts';
import { ApiClient } from '../../support/api-client.ts';
import { ownProgram } from '../../support/own-program.ts';
import { makeAccount } from '../../support/people.ts';
import { spawnApi } from '../../support/server-processes.ts';
import { freshAddress, startService, type TestService, testEnvironment } from '../../support/service.ts';

const execute = promisify(execFile);

/** Starting and stopping processes is slow on a busy machine. */
const PATIENT = { limitMs: 60_000 };
/** Milliseconds of requests to two processes with different secrets. */
const SIDE_BY_SIDE_MS = 500;
const CODE = '481920';

interface Session {
  accessToken: string;
  refreshToken: string;
}

type Account = Awaited<ReturnType<typeof makeAccount>>;

describe('secrets that are replaced while processes serve', () => {
  const closers: (() => unknown)[] = [];
  const balancer = new Balancer();
  let service: TestService;
  let environment: Record<string, string>;
  let file: string;
  let url: string;

  before(async function () {
    this.timeout(60_000);
    service = await startService();
    closers.push(() => service.stop());
    const folder = mkdtempSync(join(tmpdir(), 'wasl-keys-'));
    closers.push(() => rmSync(folder, { recursive: true, force: true }));
    environment = testEnvironment(service.databaseUrl, {
      LIMIT_WRITE_PER_MINUTE: '1000000',
      LIMIT_BROWSE_PER_MINUTE: '1000000',
    });
    file = join(folder, 'environment');
    const secrets = ['APP_SECRET', 'JWT_SECRET'].map((name) => `${name}=${environment[name]}`);
    writeFileSync(file, `# kept\n${secrets.join('\n')}\nOTHER="one two"\n`, { mode: 0o600 });
    closers.push(() => balancer.close());
    url = `http://127.0.0.1:${await balancer.listen('127.0.0.1', 0)}`;
  });
  after(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** A process with the secrets of the file as it is now, which serves until it is told to leave. */
  async function serve(place: number): Promise<{ leave(): Promise<void> }> {
    const { APP_SECRET: _app, JWT_SECRET: _jwt, ...rest } = environment;
    const { url: own, child, kill } = await spawnApi({ ...rest, ...(variables() as Record<string, string>) });
    closers.push(kill);
    const backend = balancer.use(place, Number(new URL(own).port));
    return {
      leave: async () => {
        await balancer.retire(backend, 400);
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }

  const variables = () => parseEnv(readFileSync(file, 'utf8'));
  const client = () => new ApiClient(url, freshAddress());

  /** `npm run keys:rotate` on the environment's file. Returns what it printed, after its exit code. */
  async function rotate(...args: string[]): Promise<string> {
    const { program, nodeOptions } = ownProgram('scripts/keys-rotate.ts');
    const command = [...nodeOptions, program, '--env-file', file, ...args];
    const options = {
      cwd: projectRoot,
      env: { PATH: process.env.PATH, DATABASE_URL: service.databaseUrl },
      timeout: 60_000,
    };
    return execute(process.execPath, command, options).then(
      ({ stdout }) => `0 ${stdout}`,
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) =>
        `${code} ${stdout}${stderr}`,
    );
  }

  async function signIn({ email, password }: Account, mfaToken?: string): Promise<Session> {
    const factor = mfaToken === undefined ? {} : { mfaToken };
    return client().post<Session>('/auth/login', { email, password, ...factor });
  }

  /** An account with an authenticator. */
  async function withFactor(): Promise<{ account: Account; code: () => Promise<string> }> {
    const account = await makeAccount(service, ['BUYER']);
    const secret = generateSecret();
    const { database, secrets } = service.inside.deps;
    await database('mfa_factors').insert({
      ...{ account_id: account.accountId, confirmed_at: new Date() },
      secret: secrets.seal('mfa-secret', secret, account.accountId),
    });
    return { account, code: () => generate({ secret }) };
  }

  /** An account whose bell shows a delivery code, which is stored sealed. */
  async function withCode(): Promise<Account> {
    const account = await makeAccount(service, ['BUYER']);
    const { database, secrets } = service.inside.deps;
    const codeId = uuidv7();
    const ids = { orderId: uuidv7(), groupId: uuidv7(), taskId: uuidv7(), codeId };
    await database('notifications').insert({
      ...{ id: uuidv7(), event_key: 'code', account_id: account.accountId, kind: 'DELIVERY_CODE' },
      ...{ title_en: 'Code', title_ar: 'رمز', body_en: 'Code', body_ar: 'رمز', source_version: 1 },
      ...{ sealed: secrets.seal('delivery-code', CODE, codeId), sealed_for: ids.taskId },
      ...{ sealed_until: new Date(Date.now() + 3_600_000), created_at: new Date() },
      data: JSON.stringify(ids),
    });
    return account;
  }

  it('sign nobody out, refuse nothing, lose nothing; the former ones are not needed afterwards', async function () {
    this.timeout(120_000);
    const old = variables();
    const [before] = await Promise.all([
      serve(0),
      rotate().then((said) => expect(said).to.match(/^0 .*Step 1/s)),
    ]);
    const announced = variables();
    expect(announced).to.include(old);
    const accepting = await serve(1);

    const [buyer, reader] = [await makeAccount(service, ['BUYER']), await withCode()];
    const factors = [await withFactor(), await withFactor(), await withFactor()];
    const signInWithFactor = async (index: number) => {
      const factor = factors[index];
      if (factor !== undefined) await signIn(factor.account, await factor.code());
    };
    await signInWithFactor(0);
    let session = await signIn(buyer);
    const sessionOfReader = await signIn(reader);

    // A live connection of a token that lasts from beginning to end, and one of whatever token is the newest.
    const ended: string[] = [];
    const tokens = [() => sessionOfReader.accessToken, () => session.accessToken];
    const sockets = tokens.map((token) => {
      const socket = io(url, {
        auth: (give) => give({ token: token() }),
        ...{ transports: ['websocket'], forceNew: true, reconnectionDelay: 50, reconnectionDelayMax: 200 },
      });
      closers.push(() => socket.close());
      // An error of the network has no data; a refusal of the service has.
      socket.on('connect_error', (error) => {
        if ('data' in error && error.data !== undefined) ended.push(JSON.stringify(error.data));
      });
      socket.on('session.ended', () => ended.push('session.ended'));
      return socket;
    });
    await until(() => sockets.every(({ connected }) => connected), PATIENT);

    let over = false;
    const trouble = new Set<string>();
    const kids = new Set<unknown>();
    const done: Record<string, number> = {};
    // Often enough to meet every step, and seldom enough to leave the processor to the processes that start.
    const keepDoing = async (what: string, pauseMs: number, work: () => Promise<unknown>) => {
      while (!over) {
        await work().catch((error: Error) => trouble.add(`${what}: ${error.message}`));
        done[what] = (done[what] ?? 0) + 1;
        await pause(pauseMs);
      }
    };
    const work = [
      keepDoing('sign in', 400, async () => {
        kids.add(decodeProtectedHeader((await signIn(buyer)).accessToken).kid);
      }),
      keepDoing('refresh', 300, async () => {
        session = await client().post<Session>('/auth/refresh', { refreshToken: session.refreshToken });
        const own = client();
        own.token = session.accessToken;
        await own.get('/me');
      }),
      keepDoing('read a sealed code', 150, async () => {
        const own = client();
        own.token = sessionOfReader.accessToken;
        expect(JSON.stringify(await own.get('/notifications'))).to.include(CODE);
      }),
      keepDoing('follow a cursor', 150, async () => {
        const first = await client().get<{ page: { nextCursor: string } }>('/products?limit=2');
        await pause(30);
        await client().get(`/products?limit=2&cursor=${encodeURIComponent(first.page.nextCursor)}`);
      }),
    ];

    await pause(SIDE_BY_SIDE_MS);
    await before.leave();
    await signInWithFactor(1);
    expect(await rotate()).to.match(/^0 .*Step 2/s);
    expect(variables()).to.deep.equal({
      ...{ APP_SECRET: announced.APP_SECRET_NEXT, APP_SECRET_PREVIOUS: old.APP_SECRET },
      ...{ JWT_SECRET: announced.JWT_SECRET_NEXT, JWT_SECRET_PREVIOUS: old.JWT_SECRET },
      OTHER: 'one two',
    });
    const using = await serve(0);
    await pause(SIDE_BY_SIDE_MS);
    await accepting.leave();
    expect(await rotate()).to.match(
      /^0 .*mfa_factors.secret: 3 sealed again.*No stored value needs a former/s,
    );
    await until(() => Object.values(done).every((times) => times > 10), PATIENT);
    over = true;
    await Promise.all(work);
    expect([...trouble]).to.deep.equal([]);
    expect(ended).to.deep.equal([]);
    expect(kids.size, 'both secrets signed').to.equal(2);
    await until(() => sockets.every(({ connected }) => connected), PATIENT);

    expect(await rotate('--drop', '--early')).to.match(/^0 /);
    expect(Object.keys(variables()).sort()).to.deep.equal(['APP_SECRET', 'JWT_SECRET', 'OTHER']);
    expect(readFileSync(file, 'utf8')).to.match(/^# kept\n/);
    await serve(1);
    await using.leave();
    await signInWithFactor(2);
    const own = client();
    own.token = (await signIn(reader)).accessToken;
    expect(JSON.stringify(await own.get('/notifications'))).to.include(CODE);
    own.token = (
      await client().post<Session>('/auth/refresh', { refreshToken: session.refreshToken })
    ).accessToken;
    await own.get('/me');
    own.token = sessionOfReader.accessToken;
    await own.refused(401, 'auth.UNAUTHENTICATED', 'GET', '/me');
  });
});
