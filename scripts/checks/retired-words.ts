// Part of `npm test`: words that Wasl no longer uses, in code and in prose. docs/glossary.md says what is said instead.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { readCommandLine, runCommand } from '../shared/command-line.ts';

const USAGE = 'Usage: tsx scripts/checks/retired-words.ts [FOLDER …]   from the project on; default: all';
const FOLDERS = ['server', 'realtime', 'db', 'actors', 'consoles', 'scripts', 'test', 'docs'];
const TEXT = /\.(m?ts|tsx|mjs|cjs|md|yaml|css|sql)$/;
/** Made by programs, recorded once and for all, or applied already: a migration's text is part of its checksum. */
const LEFT_OUT =
  /node_modules|(^|\/)(api-types|live-types)\.ts$|^test\/golden\/|^db\/migrations\/|^scripts\/checks\/retired-words\.ts$|^test\/scripts\/retired-words\.test\.ts$|^docs\/(glossary|history)\.md$|^docs\/pictures\//;

export interface Retired {
  word: RegExp;
  instead: string;
}

const NOUNS =
  'account|actor|alert|buyer|category|code|command|driver|file|group|line|member|number|offer|order|person|picture|place|point|product|ring|seller|stop|such|task|thing|variant|word|zone';

/** What is matched is shown as it stands; `instead` follows "say". */
export const RETIRED: readonly Retired[] = [
  { word: /\banew\b/i, instead: 'again, new or from the start' },
  { word: /\bwhoever\b/i, instead: 'the caller, the one who, or anyone who' },
  { word: /\bwhat became of\b/i, instead: 'what happened to, or the result of' },
  { word: /\bgives? no signs? of life\b/i, instead: 'no signal for 6 minutes' },
  {
    word: new RegExp(String.raw`(?<!there )\bis no (${NOUNS})\b`, 'i'),
    instead: 'is not a, or does not exist',
  },
  {
    word: /\b(MOST|LEAST)(_[A-Z0-9]+)+\b|\b[A-Z0-9_]+_(MOST|LEAST)\b/,
    instead: 'MAX_ or MIN_ and what it bounds',
  },
  { word: /\b(PATIENCE|AT_A_STRETCH|TOGETHER)\b/, instead: 'a name with its unit: _TIMEOUT_MS, _BATCH_SIZE' },
  { word: /\b([A-Z]+_)*AT_ONCE\b/, instead: 'MAX_CONCURRENT_… or …_BATCH_SIZE' },
  { word: /\bSticky[A-Z]\w*/, instead: 'Activation…' },
  { word: /\b(Opener|OwnedActor|ActorTable)\b/, instead: 'Activator, Activation, ActivationDirectory' },
  {
    word: /\b(OwnershipRegister|RidingOutbox|NodeWire)\b/,
    instead: 'LeaseRegistry, PiggybackedOutbox, NodeTransport',
  },
  { word: /\b(Births?|births?)\b/, instead: 'creation, or to create an actor' },
  { word: /\bDut(y|ies)(Runner|Log|Store|Listener)\b|\bworker dut(y|ies)\b/i, instead: 'scheduled job' },
  { word: /\b(Breather|OneAtATime|oneAfterAnother)\b/, instead: 'EventLoopYield, KeyedQueue, serialized' },
  { word: /\b(startNewEra|dispensable)\b|\.astray\b/, instead: 'bumpGeneration, idle, misrouted' },
];

export interface Found {
  file: string;
  line: number;
  text: string;
  instead: string;
}

/** Every retired word of a text, in the order of its lines. */
export function retiredWords(file: string, content: string): Found[] {
  return content.split('\n').flatMap((text, index) =>
    RETIRED.flatMap(({ word, instead }) => {
      const match = word.exec(text);
      return match === null ? [] : [{ file, line: index + 1, text: match[0], instead }];
    }),
  );
}

function filesOf(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => TEXT.test(file) && !LEFT_OUT.test(file));
}

if (process.argv[1] === import.meta.filename) {
  await runCommand(async () => {
    const { positionals } = readCommandLine({
      usage: USAGE,
      options: {},
      positionals: { min: 0, max: FOLDERS.length },
    });
    const files = [...(positionals.length === 0 ? FOLDERS : positionals).flatMap(filesOf), 'README.md'];
    const found = files.flatMap((file) => retiredWords(file, readFileSync(join(projectRoot, file), 'utf8')));
    for (const { file, line, text, instead } of found)
      console.error(`${file}:${line}: "${text}" is retired; say ${instead}`);
    return found.length === 0 ? 0 : 1;
  });
}
