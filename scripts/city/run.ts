import { explain } from '../embedded/run.ts';
import { readCityOptions } from './options.ts';
import { playCity } from './play-city.ts';

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

try {
  process.exitCode = await playCity(readCityOptions(process.argv.slice(2)), stop.signal);
} catch (error) {
  console.error(stop.signal.aborted ? '\nThe city was stopped.' : `\n${explain(error)}`);
  process.exitCode = 1;
}
