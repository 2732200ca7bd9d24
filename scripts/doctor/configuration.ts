import { statSync } from 'node:fs';
import { configSchema, loadConfig } from '../../server/kernel/process/config.ts';
import { ConfigError } from '../../server/kernel/process/config-error.ts';
import { error, type Finding, judged, ok, warning } from './finding.ts';

/** Keys of an installation that are not the service's own. */
const OTHER_KEYS = /^(DATABASE_OWNER_URL|BACKUP_\w+|NODE_\w+|WASL_\w+|TZ|LANG|LC_\w+)$/;
const RINGS = ['APP_SECRET', 'JWT_SECRET'] as const;
/** Of a random secret of 32 characters, hardly ever fewer are different. */
const MIN_DIFFERENT = 12;
const GENERATE = 'Generate one with `openssl rand -base64 48`, and replace it as docs/keys.md says.';

/** @param keys Those that the settings file has; null without such a file. */
export function checkConfiguration(
  environment: NodeJS.ProcessEnv,
  { file, keys }: { file: string | null; keys: readonly string[] | null },
): Finding[] {
  return [
    ...faults(environment),
    ...secrets(environment),
    ...forProduction(environment),
    ...unknown(keys ?? []),
    ...(file === null ? [] : [rightsOf(file)]),
  ];
}

function faults(environment: NodeJS.ProcessEnv): Finding[] {
  try {
    loadConfig(environment);
    return [ok('every setting is valid')];
  } catch (thrown) {
    if (!(thrown instanceof ConfigError)) throw thrown;
    const [, ...lines] = thrown.message.split('\n');
    return lines.map((line) =>
      error(line.trim(), 'Correct it; docs/configuration.md explains every setting.'),
    );
  }
}

function secrets(environment: NodeJS.ProcessEnv): Finding[] {
  const found: Finding[] = RINGS.flatMap((name) => {
    const value = environment[name] ?? '';
    if (value === '') return [];
    const isWeak = new Set(value).size < MIN_DIFFERENT || /secret|password|change|example|test/i.test(value);
    return [
      judged(`${name} ${isWeak ? 'can be guessed' : 'is random'}`, { errorIf: isWeak, todo: GENERATE }),
    ];
  });
  const [app, jwt] = RINGS.map((name) => environment[name]);
  if (app !== undefined && app === jwt) found.push(error('APP_SECRET and JWT_SECRET are the same', GENERATE));
  return found;
}

function forProduction(environment: NodeJS.ProcessEnv): Finding[] {
  const { NODE_ENV, PUBLIC_ORIGIN = '', METRICS_TOKEN, EMAIL_DRIVER = 'none' } = environment;
  if (NODE_ENV !== 'production')
    return [
      warning(`NODE_ENV is ${NODE_ENV ?? 'not set'}`, 'On a server for the public, set NODE_ENV=production.'),
    ];
  return [
    judged(`PUBLIC_ORIGIN is ${PUBLIC_ORIGIN === '' ? 'not set' : PUBLIC_ORIGIN}`, {
      errorIf: PUBLIC_ORIGIN.startsWith('http:'),
      warnIf: PUBLIC_ORIGIN === '',
      todo: 'Set it to https:// and the host of the storefront: links in messages need it.',
    }),
    judged(`METRICS_TOKEN is ${METRICS_TOKEN ? 'set' : 'not set'}`, {
      warnIf: !METRICS_TOKEN,
      todo: 'Set it if Prometheus runs on another machine: without it only this machine may read metrics.',
    }),
    judged(`e-mail is ${EMAIL_DRIVER === 'none' ? 'not sent' : 'sent'}`, {
      warnIf: EMAIL_DRIVER === 'none',
      todo: 'Configure EMAIL_DRIVER (docs/sending.md): without it nobody receives codes and links.',
    }),
  ];
}

function unknown(keys: readonly string[]): Finding[] {
  const strange = keys.filter((key) => !(key in configSchema.shape) && !OTHER_KEYS.test(key));
  return strange.map((key) =>
    warning(`${key} is no setting`, 'Is it misspelt? docs/configuration.md lists all. Otherwise remove it.'),
  );
}

function rightsOf(file: string): Finding {
  const others = statSync(file).mode & 0o007;
  return judged(`${file} can be read by ${others === 0 ? 'its owner and group' : 'everybody'}`, {
    errorIf: others !== 0,
    todo: `Run: chown root:wasl ${file} && chmod 640 ${file}. Then replace the secrets (docs/keys.md).`,
  });
}
