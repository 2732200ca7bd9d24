import { explain } from '../embedded/run.ts';
import { checkCity } from './faults/check-city.ts';
import { CITY_DEFAULTS, readCityOptions } from './options.ts';
import { playCity } from './play-city.ts';

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
  console.error(stop.signal.aborted ? '\nThe city was stopped.' : `\n${explain(error)}`);
  process.exitCode = 1;
}
