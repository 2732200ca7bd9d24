import { CITY_DEFAULTS } from '../../scripts/city/options.ts';
import { explain } from '../../scripts/shared/command-error.ts';
import { reportFailure } from '../../scripts/shared/command-line.ts';
import { checkCity } from './check-city.ts';
import { readCityOptions } from './options.ts';
import { playCity } from './play-city.ts';

// `npm run city`: a day of orders against a running service, judged at its end; with --check under faults.
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

try {
  const command = readCityOptions(process.argv.slice(2));
  process.exitCode = command.check
    ? await checkCity({
        ...command.sizes,
        rate: command.sizes.speed ?? CITY_DEFAULTS.speed,
        signal: stop.signal,
      })
    : await playCity(command.options, stop.signal);
} catch (error) {
  process.exitCode = reportFailure(error, (why) =>
    stop.signal.aborted ? '\nThe city was stopped.' : `\n${explain(why)}`,
  );
}
