// `npm run doctor`: what is wrong with an installation, and what to do about it.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { projectRoot } from '../db/root.ts';
import { checkBackups } from './doctor/backups.ts';
import { checkConfiguration } from './doctor/configuration.ts';
import { checkDatabase, isReached } from './doctor/database.ts';
import type { Check, Reported } from './doctor/finding.ts';
import { checkDisk, checkTimeService, checkUploads, checkVersions } from './doctor/machine.ts';
import { checkRedis } from './doctor/redis.ts';
import { hiding, runChecks } from './doctor/run-checks.ts';
import { checkSending } from './doctor/sending.ts';
import { checkStandbys } from './doctor/standbys.ts';
import { checkCertificates, checkDns, checkNginx, checkProcesses } from './doctor/web.ts';
import { PORT_BASE } from './operate/web/upstreams.ts';
import { CommandError } from './shared/command-error.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const SETTINGS = '/etc/wasl/wasl.env';
const TLS = '/etc/wasl/tls';
const FIRST_PORT = PORT_BASE + 1;

const USAGE = `Usage: npm run doctor [-- --settings FILE] [--tls DIR] [--ports N,N] [--json]

Looks at an installation: settings, PostgreSQL, Redis, clocks, disk space, versions, backups, certificates, DNS, mail and
SMS, processes, nginx. Changes nothing, and prints no secrets. The exit code is 1 if there is an error.
  --settings FILE  settings of the installation (${SETTINGS} if it exists); variables of the environment win
  --tls DIR        folder of live.key and fullchain.pem (${TLS})
  --ports N,N      ports of the API processes (with such a file ${FIRST_PORT} and following, as many as API_PROCESSES; else PORT)
  --json           prints findings as JSON`;

const MARKS = { ok: 'ok     ', warning: 'WARNING', error: 'ERROR  ' };

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: {
      settings: { type: 'string' },
      tls: { type: 'string', default: TLS },
      ports: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
  const file = settingsFile(values.settings);
  const fromFile = file === null ? {} : parseEnv(readFileSync(file, 'utf8'));
  const environment: NodeJS.ProcessEnv = { ...fromFile, ...process.env };
  const ports = values.ports === undefined ? portsIn(environment, file !== null) : readPorts(values.ports);
  const database = checkDatabase(environment);
  // Its error is reported once.
  const answers = database.then(isReached, () => false);
  const checks: Check[] = [
    {
      name: 'settings',
      run: async () =>
        checkConfiguration(environment, { file, keys: file === null ? null : Object.keys(fromFile) }),
    },
    { name: 'PostgreSQL', run: () => database },
    { name: 'Redis', run: () => checkRedis(environment) },
    { name: 'clock', run: checkTimeService },
    { name: 'disk', run: () => checkDisk(folders(environment)) },
    { name: 'pictures', run: () => checkUploads(environment) },
    { name: 'versions', run: checkVersions },
    { name: 'standbys', run: () => checkStandbys(environment) },
    { name: 'backups', run: async () => ((await answers) ? checkBackups(environment) : []) },
    { name: 'certificate', run: () => checkCertificates(values.tls, environment) },
    { name: 'DNS', run: () => checkDns(environment) },
    { name: 'sending', run: () => checkSending(environment) },
    { name: 'processes', run: () => checkProcesses(ports) },
    { name: 'nginx', run: checkNginx },
  ];
  const findings = await runChecks(checks, { hide: hiding(environment) });
  print(findings, values.json === true);
  return findings.some(({ level }) => level === 'error') ? 1 : 0;
});

function settingsFile(given: string | undefined): string | null {
  if (given !== undefined && !existsSync(given)) throw new CommandError(`There is no file ${given}.`);
  return given ?? (existsSync(SETTINGS) ? SETTINGS : null);
}

function portsIn({ API_PROCESSES, PORT }: NodeJS.ProcessEnv, isServer: boolean): number[] {
  if (!isServer) return [Number(PORT || 3000)];
  const count = Math.min(256, Math.max(1, Number(API_PROCESSES) || 1));
  return Array.from({ length: count }, (_, index) => FIRST_PORT + index);
}

function readPorts(text: string): number[] {
  const ports = text.split(',').map(Number);
  if (ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536)) return ports;
  throw new CommandError(`--ports must be numbers from 1 to 65535, separated by commas, not "${text}".`);
}

/** Where things are written that exist on this machine. */
function folders({ UPLOADS_DIR, BACKUP_DIR }: NodeJS.ProcessEnv): string[] {
  const uploads = path.resolve(projectRoot, UPLOADS_DIR || '.data/uploads');
  const found = [uploads, '/var/lib/postgresql', '/var/log'].filter(existsSync);
  return [...new Set([projectRoot, ...found, ...(BACKUP_DIR ? [BACKUP_DIR] : [])])];
}

function print(findings: readonly Reported[], asJson: boolean): void {
  if (asJson) {
    console.log(JSON.stringify({ findings }, null, 2));
    return;
  }
  for (const { level, check, says, todo } of findings) {
    console.log(`${MARKS[level]} ${check}: ${says}`);
    if (todo !== undefined && level !== 'ok') console.log(`        → ${todo}`);
  }
  const count = (level: string) => findings.filter((finding) => finding.level === level).length;
  console.log(`${count('error')} errors, ${count('warning')} warnings, ${count('ok')} in order.`);
}
