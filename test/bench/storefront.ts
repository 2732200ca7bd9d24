import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { readCommandLine, readWholeNumber } from '../../scripts/shared/command-line.ts';
import { startApis } from './api-processes.ts';
import { serviceEnvironment, startDurableServices } from './durable-services.ts';
import { type Line, printReport } from './report.ts';
import { benchLighthouse } from './storefront-lighthouse.ts';
import { benchLoads } from './storefront-loads.ts';
import { openPages, type StorefrontPart } from './storefront-pages.ts';
import { benchRates } from './storefront-rates.ts';

const PARTS: Readonly<Record<string, StorefrontPart>> = {
  rates: benchRates,
  loads: benchLoads,
  lighthouse: benchLighthouse,
};
const NAMES = Object.keys(PARTS);

const USAGE = `Usage: npm run bench -- storefront [--only PART …] [--seconds N] [--loads N]

The shop's pages: requests a second beside those of the same answers as JSON, loading on a slow phone, Lighthouse.
On two free cores rates take about four minutes, loads six, Lighthouse a quarter of an hour. Each result is printed as soon as it is
measured, and all of them at the end.
  --only PART   this part alone; may be given again: ${NAMES.join(', ')}
  --seconds N   of one measurement of requests a second (6)
  --loads N     how often a page is opened, with nothing kept; figures are medians (5)`;

/** The shop's pages compared with its JSON, and on a cheap phone. */
export async function benchStorefront(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(
    {
      usage: USAGE,
      options: {
        only: { type: 'string', multiple: true, default: NAMES },
        seconds: { type: 'string', default: '6' },
        loads: { type: 'string', default: '5' },
      },
    },
    args,
  );
  const unknown = values.only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new CommandError(`--only takes one of: ${NAMES.join(', ')}.`);
  const options = {
    seconds: readWholeNumber('seconds', values.seconds, { min: 1 }),
    loads: readWholeNumber('loads', values.loads, { min: 1 }),
  };
  await ensureConsoles();
  const services = await startDurableServices();
  try {
    const uploads = join(projectRoot, '.data', 'bench', 'uploads');
    const environment = { ...serviceEnvironment(services), UPLOADS_DIR: uploads };
    const lines: Line[] = [];
    const [api] = await startApis(environment, 1, { namesItself: true });
    if (api === undefined) throw new Error('no API process');
    try {
      const shop = await openPages(services.databaseUrl, uploads, api);
      for (const [name, part] of Object.entries(PARTS)) {
        if (values.only.includes(name)) lines.push(...(await part(shop, options)));
      }
    } finally {
      await api.end();
    }
    printReport([services.description], lines);
  } finally {
    await services.stop();
  }
}
