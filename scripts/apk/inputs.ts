import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { appVersionCode } from '../../server/kernel/process/app-version.ts';
import { CommandError } from '../shared/command-error.ts';

/** What apps are built for. */
export interface Inputs {
  /** Name of the server, with its port if it is not 443. */
  host: string;
  /** Certificates of the authorities in PEM. */
  authorities: string;
  pins: { live: string; spare: string };
  version: { name: string; code: number };
}

export interface GivenInputs {
  host?: string | undefined;
  ca?: string | undefined;
  pin?: readonly string[] | undefined;
  version: string;
}

const HOST = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+(:\d{1,5})?$/;
const PIN = /^[A-Za-z0-9+/]{43}=$/;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Throws a CommandError that lists everything that is missing or wrong at once. */
export function readInputs({ host, ca, pin = [], version }: GivenInputs): Inputs {
  const faults: string[] = [];
  if (host === undefined) faults.push('--host NAME: the server that the apps talk to');
  else if (!HOST.test(host)) faults.push(`--host: "${host}" is not the name of a host in lower case`);
  const authorities = ca === undefined ? null : readAuthorities(ca, faults);
  if (ca === undefined) faults.push("--ca FILE: the authority of the server's certificates, in PEM");
  const [live, spare] = pin;
  if (pin.length !== 2)
    faults.push('--pin PIN, twice: of the live key and of its spare (npm run tls:pin prints them)');
  for (const each of pin) if (!PIN.test(each)) faults.push(`--pin: "${each}" is not 44 characters of base64`);
  if (live !== undefined && live === spare)
    faults.push('--pin: the spare is the live key; without a spare, a lost key locks every phone out');
  const code = appVersionCode(version);
  if (code === null) faults.push(`--version: "${version}" is not of the form 1.2.3 with parts up to 99`);
  if (faults.length > 0 || host === undefined || authorities === null || code === null)
    throw new CommandError(
      `The apps cannot be built without:\n${faults.map((each) => `  ${each}`).join('\n')}`,
    );
  return {
    ...{ host, authorities },
    pins: { live: live ?? '', spare: spare ?? '' },
    version: { name: version, code },
  };
}

function readAuthorities(file: string, faults: string[]): string | null {
  const pems = existsSync(file) ? (readFileSync(file, 'utf8').match(CERTIFICATE) ?? []) : [];
  if (pems.length === 0) {
    faults.push(`--ca: ${file} has no certificate in PEM`);
    return null;
  }
  for (const pem of pems) {
    const { ca, subject } = new X509Certificate(pem);
    if (!ca) faults.push(`--ca: "${subject.replaceAll('\n', ', ')}" is not an authority`);
  }
  return `${pems.join('\n')}\n`;
}
