import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../shared/command-error.ts';
import type { BackupSettings } from './settings.ts';

export const SEALED = 'secrets.tar.gz.age';

const LIMIT_MS = 60_000;

/**
 * Seals files to the public keys in `recipients`, with age: `age -d -i KEY secrets.tar.gz.age | tar -xz -C /` opens
 * them. They are never on the target in the clear.
 */
export async function sealSecrets(
  { secrets, credentials, recipients }: Pick<BackupSettings, 'secrets' | 'credentials' | 'recipients'>,
  folder: string,
): Promise<void> {
  for (const file of [...(secrets ?? []), recipients])
    if (!existsSync(file)) throw new CommandError(`${file} is to be backed up, but cannot be read.`);
  const sealed = path.join(folder, SEALED);
  const tar = start('tar', [
    '-czhf',
    '-',
    ...(secrets === null ? handedOver(credentials ?? '') : ['-C', '/', ...secrets.map(fromRoot)]),
  ]);
  const age = start('age', ['-R', recipients, '-o', sealed]);
  const piped = pipeline(tar.child.stdout, age.child.stdin).catch(() => undefined);
  await Promise.all([tar.ended, age.ended, piped]);
  const handle = await open(sealed, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  if ((await stat(sealed)).size === 0) throw new CommandError('age left an empty file.');
}

function fromRoot(file: string): string {
  return `./${path.relative('/', path.resolve(file))}`;
}

/** systemd hands a folder over as files named `<id>_<name>`; they get the names that they have in /etc/wasl. */
function handedOver(credentials: string): string[] {
  const names = readdirSync(credentials).map((name) => `./${name}`);
  return [
    '-C',
    credentials,
    '--transform',
    String.raw`s,^\./tls_,./etc/wasl/tls/,;s,^\./\([^/]*\)$,./etc/wasl/\1,`,
    ...names,
  ];
}

function start(command: string, args: readonly string[]) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], timeout: LIMIT_MS });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-2_000);
  });
  if (command === 'tar') child.stdin.end();
  const ended = once(child, 'close').then(
    ([code]) => {
      if (code !== 0) throw new CommandError(`The secrets were not sealed: ${command}: ${said.trim()}`);
    },
    () => {
      throw new CommandError(`${command} was not found. Install it (Debian: apt-get install ${command}).`);
    },
  );
  return { child, ended };
}
