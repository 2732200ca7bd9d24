// `npm run keys:rotate`: replaces APP_SECRET and JWT_SECRET step by step while the service runs (docs/keys.md).
import { projectRoot } from '../db/root.ts';
import { RING_NAMES, type Rings } from '../server/kernel/process/secret-config.ts';
import { keyIdOf } from '../server/kernel/security/key-id.ts';
import {
  dropHashingSecret,
  type HashingStep,
  hashingStep,
  neededFor,
  replaceHashingSecret,
} from './keys/hashing-steps.ts';
import { environmentSource, fileSource, folderSource, type KeySource } from './keys/key-source.ts';
import { announce, drop, stepOf, switchOver } from './keys/steps.ts';
import {
  reportOutdated,
  resealAll,
  resealedAt,
  type StoredValues,
  withStoredValues,
} from './keys/stored-values.ts';
import { CommandError } from './shared/command-error.ts';
import { DATA_DIR_OPTION, readCommandLine, runCommand } from './shared/command-line.ts';
import { readDataDir } from './supervisor/data-dir.ts';
import { withDatabase } from './supervisor/with-database.ts';

const USAGE = `Usage: npm run keys:rotate [-- [--hashes] --check | [--hashes] --drop [--early]] [--env-file FILE | --data-dir DIR]

Replaces APP_SECRET and JWT_SECRET while the service runs. Each call takes the next step and says what has to follow:
  1. makes new secrets, which every process accepts once it is restarted; nothing uses them yet
  2. uses the new secrets and accepts the former ones; every process has to be restarted again
  3. seals the stored values again with the new secret; may be stopped, repeated, and run beside the service
Then --drop takes the former secrets away, a day later, when no link or form that they signed is in use.

--check         changes nothing: says how far it is and what the former secrets still seal; exit code 1 if anything
--drop          refuses while a stored value needs a former secret, or less than a day after step 3
--early         with --drop: without waiting for the day; links, forms and pages of lists from before stop working
--hashes        replaces the secret of stored hashes instead, in three steps with restarts in between, and a --drop much
                later: --early then ends the sessions and deletes the recovery codes that still need the former one
--env-file FILE the NAME=value file with the secrets, changed in place
--data-dir DIR  an installation that keeps its own secrets there (.data unless given)
Without either, when APP_SECRET is in the environment, the secrets are read there and the changes are printed.
DATABASE_URL names another database than the one of the data folder.`;

/** Nothing that a former secret signed for clients is used for longer; access tokens live an hour at most. */
const CLIENTS_KEEP_MS = 24 * 3_600_000;

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: {
      ...DATA_DIR_OPTION,
      check: { type: 'boolean', default: false },
      drop: { type: 'boolean', default: false },
      early: { type: 'boolean', default: false },
      hashes: { type: 'boolean', default: false },
      'env-file': { type: 'string' },
    },
  });
  if (values.check && values.drop)
    throw new CommandError('--check changes nothing, so it cannot be combined with --drop.');
  if (values.early && !values.drop) throw new CommandError('--early belongs to --drop.');
  const source = sourceOf(values['env-file'], values['data-dir']);
  const step = stepOf(source.rings);
  say(`Secrets: ${source.name}. ${describe(source.rings)}`);
  return withDatabase(values['data-dir'], (databaseUrl) => {
    if (values.hashes) return hashes(databaseUrl, source, values);
    if (values.check) return check(databaseUrl, source);
    if (values.drop) return dropFormer(databaseUrl, source, values.early);
    if (step === 'settled') return announceNew(databaseUrl, source);
    return step === 'announced' ? useNew(source) : reseal(databaseUrl, source);
  });
});

function sourceOf(envFile: string | undefined, dataDir: string | undefined): KeySource {
  if (envFile !== undefined && dataDir !== undefined)
    throw new CommandError('Give either --env-file or --data-dir.');
  if (envFile !== undefined) return fileSource(envFile);
  if (dataDir === undefined && process.env.APP_SECRET !== undefined) return environmentSource(say);
  return folderSource(readDataDir(process.env, projectRoot, dataDir));
}

/** Key ids alone: they do not tell the secrets. */
function describe(rings: Rings): string {
  const id = (secret: string) => keyIdOf(secret).toString('hex');
  return RING_NAMES.map((name) => {
    const { current, next, previous } = rings[name];
    const others = [
      ...(next === null ? [] : [`next ${id(next)}`]),
      ...previous.map((former) => `former ${id(former)}`),
    ];
    return `${name}: ${[id(current), ...others].join(', ')}.`;
  }).join(' ');
}

/** Opens the database with the present secrets first: they must be those it was used with. */
function announceNew(databaseUrl: string, source: KeySource): Promise<number> {
  return withStoredValues(databaseUrl, source.rings, async () => {
    source.save(announce(source.rings));
    say('Step 1: new secrets are made. Nothing uses them yet.');
    sayRestart('all of them accept the new secrets');
    return 0;
  });
}

async function useNew(source: KeySource): Promise<number> {
  source.save(switchOver(source.rings));
  say(
    'Step 2: the new secrets are used from the next start of each process on; the former ones are accepted.',
  );
  sayRestart('all of them use the new secrets');
  return 0;
}

function reseal(databaseUrl: string, source: KeySource): Promise<number> {
  return withStoredValues(databaseUrl, source.rings, async (stored) => {
    say('Step 3: sealing the stored values again.');
    const unreadable = await resealAll(stored, say);
    const left = await reportOutdated(stored, say);
    if (unreadable > 0) {
      say(
        'Values that cannot be opened were sealed with a secret that is not accepted. Add it to APP_SECRET_PREVIOUS.',
      );
      return 1;
    }
    const from = new Date(((await resealedAt(stored)) ?? new Date()).getTime() + CLIENTS_KEEP_MS);
    say(
      left === 0
        ? `No stored value needs a former secret. It can be dropped from ${from.toISOString()} on: npm run keys:rotate -- --drop`
        : 'Some values were sealed with a former secret meanwhile: a process still uses it. Restart every process, then repeat.',
    );
    return left === 0 ? 0 : 1;
  });
}

function check(databaseUrl: string, source: KeySource): Promise<number> {
  return withStoredValues(databaseUrl, source.rings, async (stored) => {
    const left = await reportOutdated(stored, say);
    say(
      left === 0
        ? 'Every stored value is sealed with the current secret.'
        : `${left} stored values need another secret.`,
    );
    return left === 0 ? 0 : 1;
  });
}

function dropFormer(databaseUrl: string, source: KeySource, early: boolean): Promise<number> {
  if (stepOf(source.rings) !== 'switched') throw new CommandError('There is no former secret to drop.');
  return withStoredValues(databaseUrl, source.rings, async (stored) => {
    if ((await reportOutdated(stored, say)) > 0)
      throw new CommandError('Stored values need a former secret: run npm run keys:rotate first.');
    const since = await resealedAt(stored);
    const from = new Date((since?.getTime() ?? Date.now()) + CLIENTS_KEEP_MS);
    if (!early && from > new Date())
      throw new CommandError(
        `Links and forms that a former secret signed may be in use until ${from.toISOString()}.`,
      );
    source.save(drop(source.rings));
    say('The former secrets are dropped.');
    say('Each process forgets them when it is restarted.');
    return 0;
  });
}

interface Wish {
  check: boolean;
  drop: boolean;
  early: boolean;
}

function hashes(
  databaseUrl: string,
  source: KeySource,
  { check: only, drop: dropIt, early }: Wish,
): Promise<number> {
  return withStoredValues(databaseUrl, source.rings, async (stored) => {
    if (only) return sayNeeded(stored, await hashingStep(stored.database));
    // Processes with two pairs of secrets at once could not all understand each other.
    if (stepOf(source.rings) !== 'settled')
      throw new CommandError('APP_SECRET and JWT_SECRET are being replaced: finish that first.');
    if (dropIt) return dropFormerHashing(stored, early);
    const step = await replaceHashingSecret(stored);
    if (step === 'announced') {
      say('Step 1: a new hashing secret is made. Nothing uses it yet.');
      sayRestart('all of them accept it', '-- --hashes');
    } else if (step === 'switched') {
      say('Step 2: it is used from the next start of each process on; the former one is accepted.');
      sayRestart('all of them use it', '-- --hashes');
    } else {
      say(
        'Step 3: nothing is hashed with the former secret any more. Hashes made with it are still accepted.',
      );
      await sayNeeded(stored, step);
    }
    return 0;
  });
}

async function sayNeeded(stored: StoredValues, step: HashingStep): Promise<number> {
  if (step === 'one') say('There is one hashing secret.');
  if (step === 'announced')
    say('The next hashing secret is accepted by every process that was restarted since.');
  if (step !== 'switched' && step !== 'kept') return 0;
  const needed = await neededFor(stored);
  say(
    needed.length === 0
      ? 'Nothing needs the former hashing secret: npm run keys:rotate -- --hashes --drop'
      : `The former hashing secret is needed for ${needed.join(', ')}.`,
  );
  return needed.length === 0 ? 0 : 1;
}

async function dropFormerHashing(stored: StoredValues, early: boolean): Promise<number> {
  const step = await hashingStep(stored.database);
  if (step === 'one' || step === 'announced')
    throw new CommandError('There is no former hashing secret to drop.');
  const needed = await neededFor(stored);
  if (step === 'switched' || (needed.length > 0 && !early))
    throw new CommandError(`The former hashing secret is needed for ${needed.join(', ')}.`);
  await dropHashingSecret(stored);
  say(
    `The former hashing secret is dropped${needed.length === 0 ? '' : `, and with it ${needed.join(', ')}`}.`,
  );
  say('Each process forgets it when it is restarted.');
  return 0;
}

function sayRestart(until: string, options = ''): void {
  say(
    `Now restart every API and worker process, one after the other is enough (docs/keys.md), until ${until}.`,
  );
  say(`Then run npm run keys:rotate ${options === '' ? '' : `${options} `}again.`);
}

function say(line: string): void {
  console.log(line);
}
