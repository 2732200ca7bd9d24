import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { libraryFolders } from '../embedded/debian-packages.ts';
import { onPath } from '../embedded/redis-binary.ts';
import { run, runQuietly } from '../embedded/run.ts';
import { CommandError } from '../shared/command-error.ts';
import { fetchPackages, whyNoPackages } from './fetch-packages.ts';
import { BUILD_PACKAGES, JDK_PACKAGES, type ToolPackage, VERIFY_PACKAGES } from './tool-packages.ts';

const PROGRAM_TIMEOUT_MS = 120_000;
const PROGRAMS = 'usr/lib/android-sdk/build-tools/debian';
/** Turns class files into what phones run. Debian has dropped its package, so it is in this repository. */
const DX = path.join(projectRoot, 'consoles', 'phones', 'dx', 'dx.jar');
const DX_SHA256 = '33fa9ae74e3fec5472170bde4e69e96d1fa46408ea4e4c3b657d255ab9199ee5';
const JDK_VERSION = 17;
/** These programs run for a second: compiling them thoroughly would take longer than it saves. */
const QUICK = '-XX:TieredStopAtLevel=1';

/** The programs that build, sign and read phone apps. */
export interface Tools {
  android(program: 'aapt' | 'aapt2' | 'zipalign' | 'dexdump', ...args: string[]): Promise<string>;
  javac(...args: string[]): Promise<string>;
  /** @param secrets Environment: passwords do not belong into a list of processes. */
  keytool(args: readonly string[], secrets: Record<string, string>): Promise<string>;
  apksigner(args: readonly string[], secrets?: Record<string, string>): Promise<string>;
  dx(...args: string[]): Promise<string>;
}

/** @param withVerifier Also what only tests need. */
export async function findTools(
  say: (line: string) => void,
  { withVerifier = false }: { withVerifier?: boolean } = {},
): Promise<Tools> {
  const why = whyNoPackages();
  if (why !== null) throw new CommandError(why);
  checkDx();
  const packages = withVerifier ? [...BUILD_PACKAGES, ...VERIFY_PACKAGES] : BUILD_PACKAGES;
  const tree = await unpacked(withVerifier ? 'apk-tools-verify' : 'apk-tools', packages, say);
  const jdk = await findJdk(say);
  return programs(tree, jdk);
}

function programs(tree: string, jdk: string): Tools {
  const env = { ...process.env, LC_ALL: 'C.UTF-8', LD_LIBRARY_PATH: libraryFolders(tree).join(':') };
  const java = (args: readonly string[], secrets: Record<string, string> = {}) =>
    must(path.join(jdk, 'java'), [QUICK, ...args], { ...process.env, ...secrets });
  const jar = (pattern: RegExp) => {
    const folder = path.join(tree, 'usr/share/java');
    const name = readdirSync(folder).find((each) => pattern.test(each));
    if (name === undefined) throw new CommandError(`There is no ${pattern.source} among the tools.`);
    return path.join(folder, name);
  };
  return {
    android: (program, ...args) => {
      const file =
        program === 'dexdump' ? path.join(tree, 'usr/bin/dexdump') : path.join(tree, PROGRAMS, program);
      return must(existsSync(file) ? file : path.join(tree, PROGRAMS, program), args, env);
    },
    javac: (...args) => must(path.join(jdk, 'javac'), [`-J${QUICK}`, ...args], process.env),
    keytool: (args, secrets) => must(path.join(jdk, 'keytool'), args, { ...process.env, ...secrets }),
    apksigner: (args, secrets = {}) => {
      const classPath = [jar(/^apksigner.*\.jar$/), jar(/^apksig[-.].*jar$/)].join(':');
      return java(['-cp', classPath, 'com.android.apksigner.ApkSignerTool', ...args], secrets);
    },
    dx: (...args) => java(['-cp', DX, 'com.android.dx.command.Main', ...args]),
  };
}

/** Runs a program; throws with what it printed if it fails. */
async function must(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const done = await run(program, args, { limitMs: PROGRAM_TIMEOUT_MS, env });
  if (!done.ok)
    throw new CommandError(`${path.basename(program)} ${args[0] ?? ''} failed:\n${done.output.trim()}`);
  return done.output;
}

function checkDx(): void {
  const actual = createHash('sha256').update(readFileSync(DX)).digest('hex');
  if (actual !== DX_SHA256) throw new CommandError(`${DX} has the SHA-256 ${actual}, not ${DX_SHA256}.`);
}

/** Unpacked once; again when the list of packages has changed. */
async function unpacked(
  name: string,
  packages: readonly ToolPackage[],
  say: (line: string) => void,
): Promise<string> {
  const folder = path.join(projectRoot, '.data', name);
  const stamp = `${folder}.packages.json`;
  const wanted = JSON.stringify(packages);
  if (existsSync(folder) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder;
  say(`Fetching ${packages.length} Debian packages`);
  await fetchPackages(packages, folder);
  writeFileSync(stamp, wanted);
  return folder;
}

/** The folder of `java` and `javac`. */
export async function findJdk(say: (line: string) => void): Promise<string> {
  const installed = onPath('javac');
  if (installed !== undefined && isRight(installed)) return path.dirname(installed);
  const tree = await unpacked('apk-jdk', JDK_PACKAGES, say);
  const home = path.join(tree, 'usr/lib/jvm/java-17-openjdk-amd64');
  bringHome(home, tree);
  const programs = path.join(home, 'bin');
  if (isRight(path.join(programs, 'javac'))) return programs;
  throw new CommandError(
    `The JDK of Debian's packages does not run. Install openjdk-${JDK_VERSION}-jdk-headless.`,
  );
}

function isRight(javac: string): boolean {
  const printed = runQuietly(javac, ['-version'], { limitMs: 30_000 }) ?? '';
  return printed.includes(`javac ${JDK_VERSION}.`) && existsSync(path.join(path.dirname(javac), 'java'));
}

/** The package's links lead to /etc, where nothing is as long as it is only unpacked. */
function bringHome(home: string, tree: string): void {
  for (const entry of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(home, entry);
    if (!lstatSync(file).isSymbolicLink()) continue;
    const target = readlinkSync(file);
    if (!target.startsWith('/etc/')) continue;
    unlinkSync(file);
    symlinkSync(path.join(tree, target), file);
  }
}
