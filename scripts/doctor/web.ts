import { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { onPath } from '../embedded/redis-binary.ts';
import { run } from '../embedded/run.ts';
import { keyOfFile, pinOf } from '../tls/pins.ts';
import { error, type Finding, judged, messageOf, ok, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;
const HOST_KEYS = ['DISPATCH_HOST', 'DRIVER_HOST', 'SELLER_HOST', 'API_HOST', 'DOCS_HOST'];

/** The hosts of an installation, without ports. */
export function hostsIn(environment: NodeJS.ProcessEnv): string[] {
  const { PUBLIC_ORIGIN = '' } = environment;
  const origin = URL.canParse(PUBLIC_ORIGIN) ? [new URL(PUBLIC_ORIGIN).hostname] : [];
  const named = HOST_KEYS.flatMap((key) => environment[key]?.replace(/:\d+$/, '') ?? []);
  return [...new Set([...origin, ...named].filter(Boolean))];
}

/** The name that leads to the shop for those who type it in front, as the installer sets nginx up; null for a test's origin. */
export function wwwOf({ PUBLIC_ORIGIN = '' }: NodeJS.ProcessEnv): string | null {
  if (!URL.canParse(PUBLIC_ORIGIN)) return null;
  const { hostname } = new URL(PUBLIC_ORIGIN);
  const isName = hostname.includes('.') && !hostname.startsWith('[') && isIP(hostname) === 0;
  return isName && !hostname.startsWith('www.') ? `www.${hostname}` : null;
}

export async function checkDns(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []),
  );
  const www = wwwOf(environment);
  const hosts = [...hostsIn(environment), ...(www === null ? [] : [www])];
  return Promise.all(
    hosts.map(async (host) => {
      try {
        const addresses = (await lookup(host, { all: true })).map(({ address }) => address);
        const isHere = addresses.some((address) => own.has(address));
        return judged(
          `${host} is ${addresses.join(', ')}${isHere ? '' : ', not an address of this machine'}`,
          {
            warnIf: !isHere,
            todo: 'Right behind a load balancer or address translation; otherwise correct the DNS record.',
          },
        );
      } catch (thrown) {
        const says = `${host} has no address: ${messageOf(thrown)}`;
        // The shop itself is reached.
        return host === www
          ? warning(says, 'Create its DNS record: nginx sends who types it on to the shop.')
          : error(says, 'Create its DNS record (A and AAAA).');
      }
    }),
  );
}

/** @param folder As `npm run tls:keys` makes it; without it, somebody else serves TLS. */
export async function checkCertificates(
  folder: string,
  environment: NodeJS.ProcessEnv,
  now = new Date(),
): Promise<Finding[]> {
  const [key, chain] = [join(folder, 'live.key'), join(folder, 'fullchain.pem')];
  if (!existsSync(key)) {
    const isReal = environment.NODE_ENV === 'production';
    return isReal
      ? [
          warning(
            `no key in ${folder}`,
            'Make it (npm run tls:keys, docs/running.md), unless TLS ends elsewhere.',
          ),
        ]
      : [];
  }
  const pin = pinOf(keyOfFile(key));
  const found: Finding[] = [ok(`pin ${pin}`), spare(folder)];
  if (!existsSync(chain))
    return [...found, error(`no certificate in ${chain}`, 'Run npm run tls:renew (docs/running.md).')];
  const certificate = new X509Certificate(readFileSync(chain));
  const days = Math.floor((new Date(certificate.validTo).getTime() - now.getTime()) / DAY_MS);
  const www = wwwOf(environment);
  const others = hostsIn(environment).filter((host) => certificate.checkHost(host) === undefined);
  return [
    ...found,
    judged(`the certificate is valid for ${days} more days`, {
      errorIf: days < 7 || new Date(certificate.validFrom) > now,
      warnIf: days < 25,
      todo: 'Run npm run tls:renew, and see why its timer did not (systemctl status wasl-tls.timer).',
    }),
    judged(`it is ${pinOf(certificate.publicKey) === pin ? '' : 'not '}for the live key`, {
      errorIf: pinOf(certificate.publicKey) !== pin,
      todo: 'Phone apps refuse it. Run npm run tls:renew -- --within 0 with the live key.',
    }),
    judged(others.length === 0 ? 'it names every host' : `it does not name ${others.join(', ')}`, {
      errorIf: others.length > 0,
      todo: 'Run npm run tls:renew with --host for each.',
    }),
    ...(www === null || certificate.checkHost(www) !== undefined
      ? []
      : [
          warning(
            `it does not name ${www}`,
            'Browsers show an error to who types it. Run npm run tls:renew with --host for it, too.',
          ),
        ]),
  ];
}

function spare(folder: string): Finding {
  const isHere = readdirSync(folder).some((file) => /spare.*\.key$/.test(file));
  return judged(`the spare key is ${isHere ? 'beside the live one' : 'elsewhere'}`, {
    errorIf: isHere,
    todo: 'Move it away from this server: who takes one key would take both.',
  });
}

interface Readiness {
  status: string;
  checks: Record<string, string>;
}

/** @param ports Of the API processes. */
export async function checkProcesses(ports: readonly number[]): Promise<Finding[]> {
  const found = await Promise.all(
    ports.map(async (port): Promise<Finding[]> => {
      const start = 'Start it (systemctl start wasl.target, or npm start) and read its log.';
      let state: Readiness;
      try {
        const answer = await fetch(`http://127.0.0.1:${port}/ready`, {
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        state = (await answer.json()) as Readiness;
      } catch (thrown) {
        const cause = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
        return [error(`no API process on port ${port}: ${messageOf(cause)}`, start)];
      }
      const down = Object.entries(state.checks ?? {}).flatMap(([part, is]) => (is === 'up' ? [] : [part]));
      return [
        judged(
          `the process on port ${port} is ${state.status}${down.length === 0 ? '' : `; down: ${down.join(', ')}`}`,
          {
            errorIf: down.length > 0,
            todo: 'docs/runbook.md: WaslDatabaseAway, WaslOwnersDegraded (redis), WaslWorkerGone, WaslClockDrifts.',
          },
        ),
      ];
    }),
  );
  return found.flat();
}

export async function checkNginx(): Promise<Finding[]> {
  const program = onPath('nginx', `${process.env.PATH}:/usr/sbin`);
  if (program === undefined) return [];
  const { ok: valid, output } = await run(program, ['-t', '-q'], { limitMs: TIMEOUT_MS });
  if (!valid && process.getuid?.() !== 0)
    return [warning('the configuration of nginx was not tested', 'Only root can: sudo nginx -t')];
  return [
    judged(`the configuration of nginx is ${valid ? 'valid' : `not valid: ${output.trim()}`}`, {
      errorIf: !valid,
      todo: 'Mend what it says, then: systemctl reload nginx',
    }),
  ];
}
