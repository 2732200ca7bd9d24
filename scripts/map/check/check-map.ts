import { readFile } from 'node:fs/promises';
import { CommandError } from '../../shared/command-error.ts';
import { readCommandLine } from '../../shared/command-line.ts';
import { type Asker, fetchJson, Unreachable } from './fetch-part.ts';
import { Findings } from './findings.ts';
import { FileSource, HostSource, judgeArchive } from './judge-archive.ts';
import { judgeStyle } from './judge-style.ts';

const USAGE = `Usage: npm run map:check FILE_OR_URL [-- --origin URL]

Judges a MapLibre style (JSON) for MAP_STYLE_URL, or a PMTiles archive for use in one: is it valid and complete, can
pages of the consoles load all that it asks for, does it say whose data it is, does it cover Qatar, has it names in both
languages. Lines that begin with "wrong" have to be mended; the exit code is 1 when there is one. MAP_ORIGINS of the
environment is what the consoles may load from besides the style's own host.
  --origin URL  where the consoles are opened (PUBLIC_ORIGIN, https://wasl.example.qa)`;
const ELSEWHERE = 'https://wasl.example.qa';

interface MapAsker extends Asker {
  /** MAP_ORIGINS: hosts besides the style's own that the consoles may load from. */
  readonly named: readonly string[];
}

/**
 * The command `map:check`: prints its findings line by line and returns the exit code. Throws a CommandError for
 * unreadable input.
 */
export async function checkMap(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<0 | 1> {
  const { values, positionals } = readCommandLine(
    { usage: USAGE, options: { origin: { type: 'string' } }, positionals: { min: 1, max: 1 } },
    args,
  );
  const [given = ''] = positionals;
  const origin = originOf(values.origin ?? env.PUBLIC_ORIGIN ?? ELSEWHERE);
  const findings = new Findings(say);
  const named = (env.MAP_ORIGINS ?? '').split(',').map((entry) => entry.trim());
  const asker: MapAsker = { origin, origins: findings.origins, named };
  const name = given.replace(/^pmtiles:\/\//, '');
  if (/\.pmtiles(\?|$)/.test(name)) await checkArchive(findings, name, asker);
  else await checkStyle(findings, name, asker);
  const { wrongs, notes } = findings;
  say(`\n${wrongs} wrong, ${notes} to know.`);
  return wrongs === 0 ? 0 : 1;
}

async function checkArchive(findings: Findings, name: string, asker: Asker): Promise<void> {
  const source = isUrl(name) ? new HostSource(name, asker) : await openArchive(name);
  try {
    const attribution = await judgeArchive(findings, name, source);
    if (attribution === null) findings.wrong('it does not say whose data it is; a style over it has to');
    else findings.ok(`attribution: ${attribution.replace(/<[^>]*>/g, '')}`);
    findings.note(
      `an archive is no style: MAP_STYLE_URL names a style with a source of the url "pmtiles://${name}"`,
    );
  } finally {
    if (source instanceof FileSource) await source.close();
  }
}

async function checkStyle(findings: Findings, name: string, asker: MapAsker): Promise<void> {
  const style = isUrl(name) ? await readStyle(findings, name, asker) : await readStyleFile(name);
  if (style === undefined) return;
  await judgeStyle(findings, style, asker);
  judgeHosts(findings, isUrl(name) ? [new URL(name).origin] : [], asker);
}

/** What the pages' Content-Security-Policy allows, and what a page over https may load at all. */
function judgeHosts(findings: Findings, own: readonly string[], { origin, origins, named }: MapAsker): void {
  const allowed = new Set([...own, ...named, origin]);
  const missing = [...origins].filter((host) => !allowed.has(host));
  const list = [...origins].join(', ');
  if (missing.length > 0) {
    const further = [...origins].filter((host) => !own.includes(host) && host !== origin);
    findings.wrong(`the consoles would refuse ${missing.join(', ')}: set MAP_ORIGINS=${further.join(',')}`);
  } else if (list !== '') findings.ok(`loads from ${list} alone`);
  const plain = [...origins].filter((host) => host.startsWith('http://') && host !== origin);
  if (origin.startsWith('https://') && plain.some((host) => !isLoopback(host))) {
    findings.wrong(`pages over https load nothing from ${plain.join(', ')}`);
  }
}

async function readStyle(findings: Findings, url: string, asker: Asker): Promise<unknown> {
  try {
    return await fetchJson(url, asker);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    findings.wrong(error.message);
    return undefined;
  }
}

async function readStyleFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CommandError(`${path} cannot be read: ${error.message}.`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${path} is not JSON; a PMTiles archive ends with .pmtiles.`);
  }
}

async function openArchive(path: string): Promise<FileSource> {
  return FileSource.open(path).catch((error: Error) => {
    throw new CommandError(`${path} cannot be read: ${error.message}.`);
  });
}

function originOf(text: string): string {
  if (/^https?:/.test(text) && URL.canParse(text)) return new URL(text).origin;
  throw new CommandError(`--origin must be an address such as ${ELSEWHERE}, not "${text}".`);
}

function isUrl(name: string): boolean {
  return /^https?:\/\//.test(name);
}

function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
