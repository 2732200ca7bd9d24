// What both commands need before anything else can run: a usable Node, the packages of the lock file,
// and a build as new as its sources. Plain JavaScript without packages, because none may be there yet.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagesMatch } from './installed-packages.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const OLDEST_NODE = [20, 19];
const INSTALL_LIMIT_MS = 15 * 60_000;
const BUILD_LIMIT_MS = 5 * 60_000;
/** Sources every console depends on, besides its own folder. */
const CONSOLE_SOURCES = ['consoles/shared', 'scripts/consoles'];
/** What the guide's pages are made from, besides its own folder. */
const GUIDE_SOURCES = [
  'docs',
  'scripts/contract',
  'scripts/guide',
  'server/kernel/texts',
  'openapi.yaml',
  'realtime/asyncapi.yaml',
];
/** What the build uses and the compiler does not make. */
const PLAIN_PARTS = ['scripts/bootstrap/command-lines.mjs'];
const BUILT_FOLDERS = ['server', 'realtime', 'db', 'actors', 'scripts'];

/** For a command without options: prints the usage for --help and refuses any argument. True if it has answered. */
export function answersArguments(args, usage) {
  const [argument] = args;
  if (argument === undefined) return false;
  if (argument === '--help' || argument === '-h') {
    process.stdout.write(`${usage}\n`);
    return true;
  }
  process.stderr.write(`Unknown option '${argument}'. ${usage.split('\n', 1)[0]}\n`);
  process.exitCode = 1;
  return true;
}

/** Throws a readable sentence if this Node is older than 20.19. */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new Error(
    `Wasl needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${version}. Install a newer one from https://nodejs.org.`,
  );
}

/** Installs the packages of package-lock.json unless exactly those are installed already. */
export async function ensurePackages(root = ROOT) {
  if (packagesMatch(root)) return;
  const npmCli = process.env.npm_execpath;
  const [command, ...head] = npmCli?.endsWith('.js') ? [process.execPath, npmCli] : ['npm'];
  await step('Installing packages (npm ci)', () =>
    run(command, [...head, 'ci', '--include=dev', '--ignore-scripts=false', '--no-audit', '--no-fund'], {
      cwd: root,
      limitMs: INSTALL_LIMIT_MS,
      failure:
        'The packages could not be installed: see above what npm says. Is the package registry reachable?',
    }),
  );
}

/**
 * Compiles to dist/ unless the last build was made from exactly these sources. `checked` (the default): refuses sources
 * with type errors.
 */
export async function ensureBuild(root = ROOT, { checked = true } = {}) {
  const dist = join(root, 'dist');
  const stamp = join(dist, '.sources');
  const sources = sourcesFingerprint(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  await step('Building', async () => {
    rmSync(stamp, { force: true });
    const compiler = join(root, 'node_modules', 'typescript-compiler', 'bin', 'tsc');
    const args = ['-p', 'tsconfig.build.json', ...(checked ? [] : ['--noCheck'])];
    await run(process.execPath, [compiler, ...args], {
      cwd: root,
      limitMs: BUILD_LIMIT_MS,
      failure: 'The build failed: see above what the compiler says.',
    });
    removeOrphans(root, dist);
    for (const file of PLAIN_PARTS) cpSync(join(root, file), join(dist, file));
    await writeContractAsJson(root, dist);
    writeFileSync(stamp, sources);
  });
}

/**
 * Precompiled, because every process reads the contract at startup, and parsing that much YAML takes a third of a
 * second.
 */
async function writeContractAsJson(root, dist) {
  const { parse } = await import('yaml');
  const contract = parse(readFileSync(join(root, 'openapi.yaml'), 'utf8'), { merge: true });
  writeFileSync(join(dist, 'openapi.json'), JSON.stringify(contract));
}

/** Builds to dist/web/ the consoles whose sources have changed since their last build. */
export async function ensureConsoles(root = ROOT) {
  const built = join(root, 'dist', 'web');
  const stampOf = (name) => join(built, `${name}.sources`);
  const sources = new Map(consoleNames(root).map((name) => [name, consoleFingerprint(root, name)]));
  const stale = [...sources.keys()].filter((name) => {
    return !existsSync(stampOf(name)) || readFileSync(stampOf(name), 'utf8') !== sources.get(name);
  });
  if (stale.length === 0) return;
  await step(`Building the consoles (${stale.join(', ')})`, async () => {
    for (const name of stale) rmSync(stampOf(name), { force: true });
    await run(process.execPath, ['--import', 'tsx', 'scripts/consoles/build.ts', ...stale], {
      cwd: root,
      limitMs: BUILD_LIMIT_MS,
      failure: 'The consoles could not be built: see above what the bundler says.',
    });
    for (const name of stale) writeFileSync(stampOf(name), sources.get(name));
  });
}

/**
 * Writes dist/sbom.cdx.json, the bill of materials, unless the last one was made from the same packages and imports.
 * Refuses a package whose licence is not allowed.
 */
export async function ensureSbom(root = ROOT) {
  const stamp = join(root, 'dist', '.sbom-sources');
  const folders = ['scripts/sbom', 'consoles'].map((folder) => join(root, folder));
  const sources = fingerprint(root, [
    ...['package.json', 'package-lock.json'].map((name) => join(root, name)),
    ...folders.flatMap((folder) => filesBelow(folder, /\.tsx?$/)),
  ]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  await step('Listing what is shipped (dist/sbom.cdx.json)', async () => {
    rmSync(stamp, { force: true });
    await run(process.execPath, ['--import', 'tsx', 'scripts/sbom.ts'], {
      cwd: root,
      limitMs: BUILD_LIMIT_MS,
      failure: 'The bill of materials could not be made: see above.',
    });
    writeFileSync(stamp, sources);
  });
}

function consoleNames(root) {
  return readdirSync(join(root, 'consoles')).filter((name) =>
    existsSync(join(root, 'consoles', name, 'vite.config.ts')),
  );
}

function consoleFingerprint(root, name) {
  const sources = [...CONSOLE_SOURCES, `consoles/${name}`, ...(name === 'docs' ? GUIDE_SOURCES : [])];
  return fingerprint(root, [
    join(root, 'package-lock.json'),
    ...sources.map((source) => join(root, source)).flatMap((source) => filesAt(source)),
  ]);
}

function sourcesFingerprint(root) {
  const names = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json', 'openapi.yaml', ...PLAIN_PARTS];
  const files = names.map((name) => join(root, name));
  for (const folder of BUILT_FOLDERS) files.push(...filesBelow(join(root, folder), /\.(ts|json)$/));
  return fingerprint(root, files);
}

function fingerprint(root, files) {
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${relative(root, file)} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

/** Deletes compiled files whose source is gone: a renamed migration would otherwise run twice. */
function removeOrphans(root, dist) {
  const compiled = ['consoles/shared', ...BUILT_FOLDERS].map((folder) => join(dist, folder));
  for (const file of compiled.flatMap((folder) => filesBelow(folder, /\.js(\.map)?$/))) {
    const source = join(root, relative(dist, file).replace(/\.js(\.map)?$/, '.ts'));
    if (!existsSync(source)) rmSync(file);
  }
}

function filesAt(source) {
  if (!existsSync(source)) return [];
  return statSync(source).isFile() ? [source] : filesBelow(source, /./);
}

function filesBelow(folder, pattern) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function step(what, work) {
  const began = Date.now();
  process.stdout.write(`${what} … `);
  try {
    await work();
  } catch (error) {
    process.stdout.write('failed\n');
    throw error;
  }
  process.stdout.write(`done (${((Date.now() - began) / 1000).toFixed(1)} s)\n`);
}

/** Runs a program quietly; its output is shown only if it fails. A signal to this process stops it as well. */
function run(command, args, { cwd, limitMs, failure }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    const stop = (signal) => {
      child.kill(signal);
      process.exit(130);
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const finish = (problem) => {
      clearTimeout(timer);
      process.off('SIGINT', stop).off('SIGTERM', stop);
      if (problem === undefined) return resolve();
      process.stdout.write(`\n${Buffer.concat(output).toString()}`);
      reject(new Error(`${failure} (${problem})`));
    };
    child.on('error', (error) => finish(error.message));
    child.on('close', (code, signal) => {
      if (code === 0) finish();
      else finish(signal === 'SIGKILL' ? `no end after ${limitMs / 60_000} minutes` : `exit code ${code}`);
    });
  });
}

/** Exits with one sentence instead of a stack trace: these errors are for the person who typed the command. */
export function explainAndExit(error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
