import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { ensureChromium } from '../../scripts/browser/chromium.ts';
import { run } from '../../scripts/embedded/run.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { type Line, median, tellProgress } from './report.ts';

/** The newest version that Node 20 runs. */
const VERSION = '12.8.2';
const FOLDER = join(projectRoot, '.data', 'lighthouse');
const PROGRAM = join(FOLDER, 'node_modules', 'lighthouse', 'cli', 'index.js');
const INSTALL_LIMIT_MS = 5 * 60_000;
const RUN_LIMIT_MS = 3 * 60_000;
/** Lighthouse itself gives up a load now and then, and asks to be run again. */
const MAX_TRIES = 3;
const LOCALES = ['ar', 'en'] as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** As often a page is opened at least before it is said to miss: other work on the machine slows single loads. */
const MIN_LOADS_TO_MISS = 3;
const FLAGS = '--headless=new --no-sandbox --disable-gpu';

type Scores = Record<(typeof CATEGORIES)[number], number>;

interface Found {
  scores: Scores;
  /** Audits below their maximum, by name. */
  lacking: string[];
}

type Locale = (typeof LOCALES)[number];

/** A page, in both languages unless it says otherwise. */
export interface JudgedPage {
  name: string;
  address: (locale: Locale) => string;
  locales?: readonly Locale[];
  /** Instead of a phone. */
  onDesktop?: boolean;
  /** Whether search engines may list it: others ask them not to. */
  isListed: boolean;
  cookies?: readonly { name: string; value: string }[];
}

/**
 * Lighthouse's scores, each the median of several loads with nothing kept. It is installed when first needed.
 * @param loads Of each page; a page that misses is opened at least three times.
 */
export async function judgePages(pages: readonly JudgedPage[], loads: number): Promise<Line[]> {
  await ensureLighthouse();
  const chromium = await ensureChromium((line) => console.log(line));
  const lines: Line[] = [];
  for (const page of pages) {
    for (const locale of page.locales ?? LOCALES) {
      const found: Found[] = [];
      let line: Line;
      do {
        found.push(await judge(chromium, page, locale));
        line = lineOf(page, locale, found);
      } while (found.length < (line.ok ? loads : Math.max(loads, MIN_LOADS_TO_MISS)));
      tellProgress(line);
      lines.push(line);
    }
  }
  return lines;
}

async function ensureLighthouse(): Promise<void> {
  const manifest = join(FOLDER, 'node_modules', 'lighthouse', 'package.json');
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === VERSION) return;
  console.log(`installing lighthouse ${VERSION} into ${FOLDER}`);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  // A project of its own: otherwise npm would use the repository's.
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify({ private: true }));
  const install = ['install', '--no-audit', '--no-fund', '--save-exact', `lighthouse@${VERSION}`];
  const env = { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' };
  const done = await run('npm', install, { cwd: FOLDER, limitMs: INSTALL_LIMIT_MS, env });
  if (!done.ok)
    throw new CommandError(`Lighthouse could not be installed:\n${done.output.trim().slice(-1_000)}`);
}

async function judge(chromium: string, page: JudgedPage, locale: Locale): Promise<Found> {
  const { cookies = [], onDesktop = false } = page;
  const url = page.address(locale);
  const report = join(FOLDER, 'report.json');
  const args = [
    ...[PROGRAM, url, '--quiet', '--output=json', `--output-path=${report}`, `--chrome-flags=${FLAGS}`],
    `--only-categories=${CATEGORIES.join(',')}`,
    ...(onDesktop ? ['--preset=desktop'] : []),
    ...(cookies.length === 0 ? [] : [`--extra-headers=${JSON.stringify({ Cookie: cookieOf(cookies) })}`]),
  ];
  const env = { ...process.env, CHROME_PATH: chromium };
  const options = { cwd: FOLDER, limitMs: RUN_LIMIT_MS, env };
  let done = await run(process.execPath, args, options);
  for (let tries = 1; !done.ok && tries < MAX_TRIES; tries += 1)
    done = await run(process.execPath, args, options);
  if (!done.ok) throw new CommandError(`Lighthouse failed on ${url}:\n${done.output.trim().slice(-1_000)}`);
  const { categories, audits } = JSON.parse(readFileSync(report, 'utf8')) as {
    categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, { score: number | null }>;
  };
  const of = (name: string) => categories[name] ?? { score: 0, auditRefs: [] };
  return {
    scores: Object.fromEntries(CATEGORIES.map((name) => [name, of(name).score * 100])) as Scores,
    lacking: CATEGORIES.flatMap((name) =>
      of(name).auditRefs.flatMap(({ id, weight }) => {
        const score = audits[id]?.score ?? 1;
        return weight > 0 && score < 0.9 ? [id] : [];
      }),
    ),
  };
}

function cookieOf(cookies: NonNullable<JudgedPage['cookies']>): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** The SEO score of pages that search engines should leave out is not judged. */
function lineOf({ name, isListed, onDesktop }: JudgedPage, locale: Locale, found: readonly Found[]): Line {
  const judged = CATEGORIES.filter((category) => category !== 'seo' || isListed);
  const scores = judged.map((category) => median(found.map((each) => each.scores[category])));
  const lacking = [...new Set(found.flatMap((each) => each.lacking))].filter(
    (id) => isListed || id !== 'is-crawlable',
  );
  const [performance = 0, ...others] = scores;
  return {
    what: `Lighthouse ${VERSION}, ${name}, ${locale}${onDesktop === true ? ', desktop' : ''}: ${judged.join(', ')}`,
    bar: '≥ 99, the others 100',
    value:
      scores.map((score) => score.toFixed(0)).join(', ') +
      (lacking.length === 0 ? '' : ` (${lacking.join(', ')})`) +
      (found.length === 1 ? '' : `, ${found.length} loads`),
    ok: performance >= 99 && others.every((score) => score === 100),
  };
}
