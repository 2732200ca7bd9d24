import { X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onPath } from '../embedded/redis-binary.ts';
import { run } from '../embedded/run.ts';
import { CommandError } from '../shared/command-error.ts';
import { pause } from '../shared/waiting.ts';
import { checkChain, daysLeft, missingHosts } from './check-chain.ts';
import { CHAIN, install, LIVE_KEY, readKey } from './key-folder.ts';
import { certificateOf, pinOf } from './pins.ts';

export interface Renewal {
  folder: string;
  hosts: readonly string[];
  /** Shell command that reads $CSR and writes $CHAIN. */
  issue: string;
  reload: string | null;
  /** `host:port` that must show the new certificate after the reload. */
  serves: string | null;
  /** Renewed once the present certificate is valid for no longer than this, or if it is not for this key or these hosts. */
  withinDays: number;
  /** File of the spare key that becomes the live one. */
  spare: string | null;
  now(): Date;
  say(line: string): void;
}

/** An ACME server may validate several names, each with a wait. */
const ISSUE_TIMEOUT_MS = 10 * 60_000;
const RELOAD_TIMEOUT_MS = 60_000;
const SERVED_WITHIN_MS = 30_000;
/** DNS names, also with a wildcard; what goes into the request's configuration must not add lines to it. */
const HOST = /^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

/** See the usage of `npm run tls:renew`. Throws a CommandError that says what is wrong; files are then unchanged. */
export async function renew(renewal: Renewal): Promise<void> {
  const { folder, hosts, spare, withinDays, now, say } = renewal;
  for (const host of hosts)
    if (!HOST.test(host)) throw new CommandError(`"${host}" is not the name of a host.`);
  const keyFile = spare ?? path.join(folder, LIVE_KEY);
  const pin = pinOf(readKey(keyFile));
  const present = presentCertificate(folder);
  if (present !== null && spare === null && withinDays > 0) {
    const days = daysLeft(present, now());
    const lacking = whatLacks(present, pin, hosts);
    if (lacking === null && days > withinDays) {
      say(`The certificate is valid for ${days} more days; it is renewed from ${withinDays} days on.`);
      return;
    }
    if (lacking !== null) say(`The present certificate is not for ${lacking}: another is issued.`);
  }
  const chain = await issued(renewal, keyFile);
  const leaf = checkChain(chain, { pin, hosts, now: now() });
  install(folder, chain, spare === null ? null : readFileSync(spare, 'utf8'));
  say(`New certificate, valid until ${leaf.validTo}, for the key with the pin ${pin}`);
  await reload(renewal, leaf);
}

function presentCertificate(folder: string): X509Certificate | null {
  const file = path.join(folder, CHAIN);
  return existsSync(file) ? new X509Certificate(readFileSync(file)) : null;
}

/** Why the present certificate cannot wait for its end: a host was added, or the key was put back from a backup. */
function whatLacks(present: X509Certificate, pin: string, hosts: readonly string[]): string | null {
  if (pinOf(present.publicKey) !== pin) return 'the live key';
  const missing = missingHosts(present, hosts);
  return missing.length === 0 ? null : missing.join(', ');
}

async function issued({ hosts, issue }: Renewal, keyFile: string): Promise<string> {
  if (onPath('openssl') === undefined)
    throw new CommandError('openssl was not found. Install it (Debian: apt-get install openssl).');
  const work = mkdtempSync(path.join(tmpdir(), 'wasl-tls-'));
  try {
    const [csr, chain, config] = ['request.pem', 'chain.pem', 'request.cnf'].map((name) =>
      path.join(work, name),
    );
    if (csr === undefined || chain === undefined || config === undefined) throw new Error('three files');
    writeFileSync(config, requestConfig(hosts));
    const request = ['req', '-new', '-key', keyFile, '-config', config, '-out', csr];
    const made = await run('openssl', request, { limitMs: RELOAD_TIMEOUT_MS });
    if (!made.ok) throw new CommandError(`openssl made no request:\n${made.output.trim()}`);
    const env = { ...process.env, CSR: csr, CHAIN: chain };
    const done = await run('sh', ['-c', issue], { limitMs: ISSUE_TIMEOUT_MS, env });
    if (!done.ok || !existsSync(chain))
      throw new CommandError(
        `The issuing command left no certificate. Nothing was changed.\n${done.output.trim()}`,
      );
    return readFileSync(chain, 'utf8');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function requestConfig(hosts: readonly string[]): string {
  const names = hosts.map((host, index) => `DNS.${index + 1} = ${host}`);
  return `[req]
prompt = no
distinguished_name = name
req_extensions = extensions
[name]
CN = ${hosts[0]}
[extensions]
subjectAltName = @names
[names]
${names.join('\n')}
`;
}

async function reload({ reload: command, serves, say }: Renewal, leaf: X509Certificate): Promise<void> {
  if (command !== null) {
    const done = await run('sh', ['-c', command], { limitMs: RELOAD_TIMEOUT_MS });
    if (!done.ok)
      throw new CommandError(
        `The new certificate is in place, but "${command}" failed:\n${done.output.trim()}`,
      );
  }
  if (serves === null) return;
  const deadline = performance.now() + SERVED_WITHIN_MS;
  for (;;) {
    const shown = await certificateOf(serves);
    if (shown.fingerprint256 === leaf.fingerprint256) break;
    if (performance.now() > deadline)
      throw new CommandError(
        `The new certificate is in place, but ${serves} still shows another, valid until ${shown.validTo}.`,
      );
    await pause(500);
  }
  say(`${serves} shows it`);
}
