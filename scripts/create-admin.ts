// `npm run create-admin -- --email … [--name …]`: creates the one super-administrator.
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { WaslError } from '../actors/errors.ts';
import { openDatabase } from '../db/database.ts';
import { sqlState } from '../db/unit-of-work.ts';
import { createSuperAdmin, type SuperAdmin } from '../server/accounts/accounts.ts';

import { minPasswordLength } from '../server/kernel/process/config.ts';
import { checkNewPassword } from '../server/kernel/security/password-rules.ts';
import { PASSWORD_LENGTH } from '../server/kernel/security/passwords.ts';

import { askNewPassword, readPassword } from './shared/ask-password.ts';
import { CommandError } from './shared/command-error.ts';
import { DATA_DIR_OPTION, readCommandLine, runCommand } from './shared/command-line.ts';
import { withDatabase } from './supervisor/with-database.ts';

const USAGE = `Usage: npm run create-admin -- --email ADDRESS [--name "Full Name"] [--password-stdin] [--data-dir DIR]

Makes the one super-administrator in the database of DATABASE_URL, or of the installation in
DIR (.data when left out), which may be running or not. The password is asked for on the terminal, or read with --password-stdin.`;

const UNDEFINED_TABLE = '42P01';

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: {
      ...DATA_DIR_OPTION,
      email: { type: 'string' },
      name: { type: 'string', default: 'Administrator' },
      'password-stdin': { type: 'boolean', default: false },
    },
  });
  const person = checkPerson(values.email, values.name);
  const given = values['password-stdin']
    ? await readPassword(process.stdin)
    : await askNewPassword(process.stdin, process.stdout);
  const password = checkPassword(given, person);
  await withDatabase(values['data-dir'], (databaseUrl) => create(databaseUrl, { ...person, password }));
  console.log(`${person.email} is the super-administrator now.`);
  console.log('Sign in, then enrol an authenticator app: everything else is refused until that is done.');
  return 0;
}, describeFailure);

function checkPerson(email: string | undefined, name: string): Omit<SuperAdmin, 'password'> {
  if (email === undefined) throw new CommandError(USAGE);
  if (!z.email().max(254).safeParse(email).success)
    throw new CommandError(`"${email}" is no e-mail address.`);
  const displayName = name.trim();
  if (displayName === '' || displayName.length > 100)
    throw new CommandError('The name must have 1 to 100 characters.');
  return { email, displayName };
}

function checkPassword(password: string, person: Omit<SuperAdmin, 'password'>): string {
  const { max } = PASSWORD_LENGTH;
  if (password.length > max) throw new CommandError(`The password must have ${max} characters at most.`);
  checkNewPassword(password, person, { minLength: minPasswordLength(), field: 'password' });
  return password;
}

async function create(databaseUrl: string, admin: SuperAdmin): Promise<void> {
  const database = openDatabase(databaseUrl, { name: 'wasl-create-admin', max: 1 });
  try {
    await createSuperAdmin(database, { next: () => uuidv7() }, admin);
  } finally {
    await database.destroy();
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof CommandError || error instanceof WaslError) return error.message;
  if (sqlState(error) === UNDEFINED_TABLE)
    return 'This database has no Wasl tables yet. Start the service once, then repeat.';
  // A refused connection is an AggregateError with one error per address tried and an empty message.
  const [cause] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return cause instanceof Error ? cause.message : String(cause);
}
