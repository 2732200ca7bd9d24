import { CommandError } from '../../scripts/shared/command-error.ts';
import { readCommandLine, readWholeNumber } from '../../scripts/shared/command-line.ts';
import { type BenchServices, startDurableServices } from './durable-services.ts';
import { growCatalogue } from './growth-catalogue.ts';
import { growDrivers } from './growth-drivers.ts';
import type { GrowthTerms } from './growth-part.ts';
import { growProcesses } from './growth-processes.ts';
import { type Line, printReport } from './report.ts';

/** Each on services of its own. */
const PARTS: Readonly<Record<string, (services: BenchServices, terms: GrowthTerms) => Promise<Line[]>>> = {
  processes: growProcesses,
  drivers: growDrivers,
  catalogue: growCatalogue,
};
const NAMES = Object.keys(PARTS);

const USAGE = `Usage: npm run bench -- growth [--only PART …] [--seconds N] [--rounds N] [--quick]

What one machine holds as it grows: 1, 2 and 4 API processes; 10 to 10,000 drivers on duty; 20 to 100,000 variants. Each
rate beside its bare limit, in turns, and with the processor time of one operation, which other machines need as well.
  --only PART   this part alone; may be given again: ${NAMES.join(', ')}
  --seconds N   of one window (3)
  --rounds N    windows of each load (2)
  --quick       one window of a second, and only small sizes: to see that it works, not for figures`;

/** What carries over to another machine is processor time; rates on few cores show who fights for them. */
export async function benchGrowth(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(
    {
      usage: USAGE,
      options: {
        only: { type: 'string', multiple: true, default: NAMES },
        seconds: { type: 'string' },
        rounds: { type: 'string' },
        quick: { type: 'boolean', default: false },
      },
    },
    args,
  );
  const unknown = values.only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new CommandError(`--only takes one of: ${NAMES.join(', ')}.`);
  const { quick } = values;
  const terms: GrowthTerms = {
    seconds: readWholeNumber('seconds', values.seconds ?? (quick ? '1' : '3'), { min: 1, max: 600 }),
    rounds: readWholeNumber('rounds', values.rounds ?? (quick ? '1' : '2'), { min: 1, max: 100 }),
    quick,
  };
  for (const [name, grow] of Object.entries(PARTS)) {
    if (!values.only.includes(name)) continue;
    const services = await startDurableServices();
    try {
      const lines = await grow(services, terms);
      printReport([services.description, describe(terms)], lines);
      if (lines.some(({ ok }) => ok === false)) process.exitCode = 1;
    } finally {
      await services.stop();
    }
  }
}

function describe({ seconds, rounds, quick }: GrowthTerms): string {
  const windows = `${rounds} window${rounds === 1 ? '' : 's'} of ${seconds} s of each load, in turns`;
  return quick
    ? `${windows}. QUICK: the largest sizes are left out, and the figures are rough.`
    : `${windows}.`;
}
