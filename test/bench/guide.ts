import { performance } from 'node:perf_hooks';
import { projectRoot } from '../../db/root.ts';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { run } from '../../scripts/embedded/run.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { readCommandLine, readWholeNumber } from '../../scripts/shared/command-line.ts';
import { startApis } from './api-processes.ts';
import { serviceEnvironment, startDurableServices } from './durable-services.ts';
import { type JudgedPage, judgePages } from './lighthouse.ts';
import { type Line, printReport, tellProgress } from './report.ts';

/** One page of each kind, below the language. The reference's is the one with the most operations. */
const PAGES = [
  { name: 'front page', path: '' },
  { name: 'tutorial', path: 'buy/first-order/' },
  { name: 'how-to', path: 'dispatch/assign/' },
  { name: 'reference', path: 'reference/api/marketplace/catalogue/' },
  { name: 'search', path: '?q=5000' },
] as const;
const MAX_BUILD_S = 60;
const BUILD_LIMIT_MS = 5 * 60_000;

const BUILD = 'build';
const NAMES: readonly string[] = [BUILD, ...PAGES.map(({ name }) => name)];

const USAGE = `Usage: npm run bench -- guide [--only PART …] [--loads N]

The guide: how long it takes to be built, and Lighthouse's scores of a page of each kind, on a phone in both languages and
on a desktop in Arabic. On two free cores it takes about four minutes.
  --only PART this part alone; may be given again: ${NAMES.join(', ')}
  --loads N   how often a page is opened, with nothing kept (1); one that misses at least three times. Figures are medians`;

export async function benchGuide(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(
    {
      usage: USAGE,
      options: {
        only: { type: 'string', multiple: true, default: [...NAMES] },
        loads: { type: 'string', default: '1' },
      },
    },
    args,
  );
  if (values.only.some((name) => !NAMES.includes(name)))
    throw new CommandError(`--only takes one of: ${NAMES.join(', ')}.`);
  const loads = readWholeNumber('loads', values.loads, { min: 1 });
  await ensureConsoles();
  const lines: Line[] = values.only.includes(BUILD) ? [await timeBuild()] : [];
  const services = await startDurableServices();
  try {
    const [api] = await startApis(serviceEnvironment(services), 1, { namesItself: true });
    if (api === undefined) throw new Error('no API process');
    try {
      const pages = PAGES.filter(({ name }) => values.only.includes(name)).map(
        ({ name, path }): JudgedPage => ({
          ...{ name: `guide, ${name}`, isListed: true },
          address: (locale) => `${api.url}/guide/${locale}/${path}`,
        }),
      );
      const onDesktop = pages.map((page): JudgedPage => ({ ...page, locales: ['ar'], onDesktop: true }));
      lines.push(...(await judgePages([...pages, ...onDesktop], loads)));
    } finally {
      await api.end();
    }
    printReport([services.description], lines);
  } finally {
    await services.stop();
  }
}

/** The whole build: script, styles, pages, indexes, compressed copies. */
async function timeBuild(): Promise<Line> {
  const began = performance.now();
  const args = ['--import', 'tsx', 'scripts/consoles/build.ts', 'docs'];
  const done = await run(process.execPath, args, { cwd: projectRoot, limitMs: BUILD_LIMIT_MS });
  if (!done.ok) throw new CommandError(`The guide could not be built:\n${done.output.trim().slice(-1_000)}`);
  const seconds = (performance.now() - began) / 1_000;
  const line = {
    what: 'guide, built from nothing',
    bar: `≤ ${MAX_BUILD_S} s`,
    value: `${seconds.toFixed(1)} s`,
    ok: seconds <= MAX_BUILD_S,
  };
  tellProgress(line);
  return line;
}
