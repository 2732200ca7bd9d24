import { explain } from '../embedded/run.ts';
import { readCityOptions } from './options.ts';
import { runCity } from './run-city.ts';

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

try {
  const { logbook, figures } = await runCity(readCityOptions(process.argv.slice(2)), {
    signal: stop.signal,
    onFigures: (figures) => {
      const timer = setInterval(() => {
        const { phase, setUp, orders, groups } = figures;
        const step = setUp.at(-1);
        console.log(
          phase,
          step?.what,
          step?.done,
          step?.total,
          JSON.stringify(orders),
          JSON.stringify([...groups]),
          figures.clock?.now.toISOString(),
        );
        if (phase === 'DONE') clearInterval(timer);
      }, 2000);
      timer.unref();
    },
    judge: async () => null,
  });
  console.log(
    logbook.mishaps,
    logbook.refusals,
    figures.errors,
    figures.push.percentile(0.5),
    figures.push.percentile(0.99),
    figures.pings,
    figures.delivered,
    figures.assignmentWait.percentile(0.5),
  );
} catch (error) {
  console.error(`\n${explain(error)}`);
  process.exitCode = 1;
}
