import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ZodError } from 'zod';
import { type Rings, ringsIn, ringVariables } from '../../server/kernel/process/secret-config.ts';
import { loadSecrets, saveRings } from '../embedded/secrets.ts';
import { CommandError } from '../shared/command-error.ts';

/** Where the secrets of an installation are kept. */
export interface KeySource {
  /** For people. */
  readonly name: string;
  readonly rings: Rings;
  /** Keeps the changed secrets, or prints what the operator has to keep. */
  save(rings: Rings): void;
}

/** The data folder of an installation on one machine. */
export function folderSource(dataDir: string): KeySource {
  return {
    name: `secrets.json in ${dataDir}`,
    rings: loadSecrets(dataDir).rings,
    save: (rings) => saveRings(dataDir, rings),
  };
}

/** A file of NAME=value lines, as systemd, containers and Node read them. */
export function fileSource(file: string): KeySource {
  if (!existsSync(file)) throw new CommandError(`${file} does not exist.`);
  const text = readFileSync(file, 'utf8');
  const rings = readRings(parseEnv(text), file);
  return {
    name: file,
    rings,
    save: (changed) => {
      const draft = `${file}.new`;
      writeFileSync(draft, withVariables(text, rings, changed), { mode: statSync(file).mode & 0o777 });
      renameSync(draft, file);
    },
  };
}

/** The environment of the command itself, which only the operator can change. */
export function environmentSource(print: (line: string) => void): KeySource {
  const rings = readRings(process.env, 'the environment');
  return {
    name: 'the environment',
    rings,
    save: (changed) => {
      print('Set these in the environment of every process, and keep them secret:\n');
      for (const [name, value] of changes(rings, changed))
        print(value === undefined ? `unset ${name}` : `${name}=${value}`);
      print('');
    },
  };
}

function readRings(environment: NodeJS.ProcessEnv, where: string): Rings {
  try {
    return ringsIn(environment);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    const faults = error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`);
    throw new CommandError(`The secrets in ${where} cannot be used: ${faults.join('; ')}.`);
  }
}

function changes(before: Rings, after: Rings): [string, string | undefined][] {
  const known = ringVariables(before);
  return Object.entries(ringVariables(after)).filter(([name, value]) => value !== known[name]);
}

/** Leaves every line as it is that does not set a changed variable. */
function withVariables(text: string, before: Rings, after: Rings): string {
  const lines = text.replace(/\n$/, '').split('\n');
  for (const [name, value] of changes(before, after)) {
    const sets = new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`);
    const at = lines.findIndex((line) => sets.test(line));
    if (value === undefined) {
      if (at >= 0) lines.splice(at, 1);
    } else if (at >= 0) lines[at] = `${name}=${value}`;
    else lines.push(`${name}=${value}`);
  }
  return `${lines.join('\n')}\n`;
}
