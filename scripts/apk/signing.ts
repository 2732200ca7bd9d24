import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../shared/command-error.ts';
import type { Tools } from './tools.ts';

const ALIAS = 'wasl';
/** The environment variable that holds the password of the keystore. */
export const PASSWORD = 'APK_KEYSTORE_PASSWORD';
const MIN_PASSWORD_LENGTH = 12;
/** Thirty years: a phone installs a new version only if the same key has signed it. */
const VALID_DAYS = 10_950;

/** The key that signs the apps: a PKCS#12 file and its password. */
export interface SigningKey {
  keystore: string;
  password: string;
}

export function readSigningKey(keystore: string | undefined, env = process.env): SigningKey {
  const password = env[PASSWORD];
  if (keystore === undefined)
    throw new CommandError(`--keystore FILE is needed: the key that signs the apps. --new-key makes one.`);
  if (password === undefined || password.length < MIN_PASSWORD_LENGTH)
    throw new CommandError(
      `Set ${PASSWORD} to the password of the keystore, with ${MIN_PASSWORD_LENGTH} characters or more.`,
    );
  return { keystore: path.resolve(keystore), password };
}

/** RSA: its signatures are the same each time, so that the same sources make the same file. */
export async function makeSigningKey(tools: Tools, { keystore, password }: SigningKey): Promise<void> {
  if (existsSync(keystore))
    throw new CommandError(
      `${keystore} exists. Phones accept new versions signed with it alone, so it stays.`,
    );
  mkdirSync(path.dirname(keystore), { recursive: true, mode: 0o700 });
  await keytool(tools, password, [
    ...['-genkeypair', '-storetype', 'PKCS12', '-keystore', keystore, '-alias', ALIAS],
    ...['-keyalg', 'RSA', '-keysize', '3072', '-validity', String(VALID_DAYS), '-dname', 'CN=Wasl'],
  ]);
  chmodSync(keystore, 0o600);
}

/** SHA-256 of the signing certificate, as `apksigner verify --print-certs` prints it. */
export async function signerOf(
  tools: Tools,
  { keystore, password }: SigningKey,
  work: string,
): Promise<string> {
  if (!existsSync(keystore)) throw new CommandError(`${keystore} does not exist. --new-key makes a key.`);
  const file = path.join(work, 'signer.der');
  rmSync(file, { force: true });
  await keytool(tools, password, ['-exportcert', '-keystore', keystore, '-alias', ALIAS, '-file', file]);
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Signatures of the schemes 2 and 3: the first is not needed since Android 7, the fourth is for streamed installs. */
export async function sign(
  tools: Tools,
  { keystore, password }: SigningKey,
  { from, to, minSdk }: { from: string; to: string; minSdk: number },
): Promise<void> {
  const args = [
    ...['sign', '--ks', keystore, '--ks-key-alias', ALIAS, '--ks-pass', `env:${PASSWORD}`],
    ...['--min-sdk-version', String(minSdk)],
    ...['--v1-signing-enabled', 'false', '--v2-signing-enabled', 'true'],
    ...['--v3-signing-enabled', 'true', '--v4-signing-enabled', 'false'],
    ...['--out', to, from],
  ];
  await tools.apksigner(args, { [PASSWORD]: password });
}

function keytool(tools: Tools, password: string, args: readonly string[]): Promise<string> {
  return tools.keytool([...args, '-storepass:env', PASSWORD], { [PASSWORD]: password });
}
