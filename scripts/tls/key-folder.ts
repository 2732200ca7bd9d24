import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { CommandError } from '../shared/command-error.ts';
import { pinOf } from './pins.ts';

/** Files of a folder that belongs to one host. */
export const LIVE_KEY = 'live.key';
export const SPARE_KEY = 'spare.key';
/** Certificate and intermediates, as a web server reads them. */
export const CHAIN = 'fullchain.pem';
const FORMER_CHAIN = 'fullchain.former.pem';
const FORMER_KEY = 'live.former.key';

export interface Pins {
  live: string;
  spare: string;
}

/**
 * Makes the live key of a host and its spare, which phones accept from the day they are built and which stays unused
 * until the live key is lost or known to others.
 * @param spareFolder Another folder: who can read the live key should not find the spare beside it.
 */
export function makeKeys(folder: string, spareFolder: string): Pins {
  for (const each of [folder, spareFolder]) mkdirSync(each, { recursive: true, mode: 0o700 });
  if (realpathSync(folder) === realpathSync(spareFolder))
    throw new CommandError('The spare key needs another folder than the live one: use --spare-dir.');
  const [live, spare] = [path.join(folder, LIVE_KEY), path.join(spareFolder, SPARE_KEY)];
  for (const file of [live, spare])
    if (existsSync(file)) throw new CommandError(`${file} exists. Phones refuse any other key, so it stays.`);
  return { live: writeNewKey(live), spare: writeNewKey(spare) };
}

function writeNewKey(file: string): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  return pinOf(privateKey);
}

export function readKey(file: string): KeyObject {
  if (!existsSync(file))
    throw new CommandError(`${file} does not exist. \`npm run tls:keys\` makes a key and its spare.`);
  return createPrivateKey(readFileSync(file));
}

/**
 * Puts a verified chain into place, and its key if that is a new one; each former file stays beside it. Each file is
 * replaced in one step; a web server reads both when it is told to reload, which comes after this.
 */
export function install(folder: string, chain: string, key: string | null): void {
  if (key !== null) replace(folder, LIVE_KEY, FORMER_KEY, key);
  replace(folder, CHAIN, FORMER_CHAIN, chain);
}

function replace(folder: string, name: string, former: string, content: string): void {
  const file = path.join(folder, name);
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, content, { mode: name === CHAIN ? 0o644 : 0o600, flag: 'wx' });
  if (existsSync(file))
    writeFileSync(path.join(folder, former), readFileSync(file), { mode: name === CHAIN ? 0o644 : 0o600 });
  renameSync(fresh, file);
}
