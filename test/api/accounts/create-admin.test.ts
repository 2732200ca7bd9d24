import { spawn } from 'node:child_process';
import { expect } from 'chai';
import { projectRoot } from '../../../db/root.ts';
import { ownProgram } from '../../support/own-program.ts';
import { type AccountsService, type AuthSession, SUPER_ADMIN, startAccounts } from './accounts-service.ts';

describe('npm run create-admin', () => {
  let service: AccountsService;

  before(async () => {
    service = await startAccounts();
  });
  after(() => service.stop());

  /** Runs the command with the password on its standard input. */
  const run = (args: readonly string[], password: string, databaseUrl = service.config.databaseUrl) =>
    new Promise<{ code: number | null; output: string }>((resolve, reject) => {
      const { program, nodeOptions } = ownProgram('scripts/create-admin.ts');
      const child = spawn(process.execPath, [...nodeOptions, program, ...args], {
        cwd: projectRoot,
        env: { ...process.env, DATABASE_URL: databaseUrl },
        timeout: 15_000,
      });
      let output = '';
      const keep = (chunk: Buffer) => {
        output += chunk.toString();
      };
      child.stdout.on('data', keep);
      child.stderr.on('data', keep);
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, output }));
      child.stdin.end(`${password}\n`);
    });
  const email = ['--email', SUPER_ADMIN.email];

  for (const [what, args, password, sentence] of [
    ['without an e-mail', ['--password-stdin'], SUPER_ADMIN.password, /^Usage: /],
    [
      'with something else for an e-mail',
      ['--email', 'root', '--password-stdin'],
      SUPER_ADMIN.password,
      /"root" is no e-mail/,
    ],
    ['with a short password', [...email, '--password-stdin'], 'short', /at least 10 characters/],
    ['with no terminal to ask on', email, SUPER_ADMIN.password, /use --password-stdin/],
    ['with an option it does not know', [...email, '--role', 'KING'], SUPER_ADMIN.password, /--role/],
  ] as const) {
    it(`creates no account ${what}`, async () => {
      const { code, output } = await run(args, password);
      expect(output).to.match(sentence);
      expect(code).to.equal(1);
      expect(await service.database('accounts')).to.deep.equal([]);
    });
  }

  it('reports a database that does not answer, or has no tables', async () => {
    const nowhere = await run(
      [...email, '--password-stdin'],
      SUPER_ADMIN.password,
      'postgresql://127.0.0.1:1/x',
    );
    expect(nowhere.output).to.match(/ECONNREFUSED/);
    expect(nowhere.code).to.equal(1);
    const empty = await run(
      [...email, '--password-stdin'],
      SUPER_ADMIN.password,
      process.env.TEST_DATABASE_URL,
    );
    expect(empty.output).to.match(/no Wasl tables yet/);
    expect(empty.code).to.equal(1);
  });

  it('creates the one super-administrator, who can sign in, and refuses to create a second one', async () => {
    const { code, output } = await run(
      [...email, '--name', 'Root', '--password-stdin'],
      SUPER_ADMIN.password,
    );
    expect(output)
      .to.match(/root@wasl\.example is the super-administrator now/)
      .and.not.contain(SUPER_ADMIN.password);
    expect(code).to.equal(0);
    const { account } = await service.client().post<AuthSession>('/auth/login', SUPER_ADMIN);
    expect(account).to.include({ displayName: 'Root', verified: true, mfaEnrolled: false });
    expect(account.roles).to.deep.equal(['ADMIN']);

    const second = await run(['--email', 'second@wasl.example', '--password-stdin'], SUPER_ADMIN.password);
    expect(second.output).to.equal('A super-administrator exists already, and there can be only one.\n');
    expect(second.code).to.equal(1);
  });
});
