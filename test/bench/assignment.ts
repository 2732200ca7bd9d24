import { type Decisions, decide } from './assignment-decisions.ts';
import { bareOffers, type Offers, offer, type Terms } from './assignment-offers.ts';
import { readBenchOptions } from './bench-options.ts';
import { prepared } from './drivers.ts';
import { type BenchServices, serviceEnvironment, startDurableServices } from './durable-services.ts';
import { type Line, median, percentile, printReport } from './report.ts';

/** Milliseconds. */
const DECISION_P99 = 20;
const OFFER_P99 = 250;
const ON_DUTY = 500;
const FIELDS = [125, 250, ON_DUTY, 1_000];
/** A decision among eight times the drivers may take this much more than eight times as long. */
const LINEAR = 1.25;

/** How long a choice takes and how that grows, and how soon a driver sees the offer. */
export async function benchAssignment(args: readonly string[]): Promise<void> {
  const values = readBenchOptions(
    'assignment',
    {
      decisions: { type: 'string', default: '1000' },
      rate: { type: 'string', default: '50' },
      seconds: { type: 'string', default: '20' },
      drivers: { type: 'string', default: '100' },
    },
    args,
  );
  const terms = {
    perSecond: Number(values.rate),
    seconds: Number(values.seconds),
    drivers: Number(values.drivers),
  };
  const services = await startDurableServices();
  try {
    const decisions = await prepared(serviceEnvironment(services), (deps) =>
      decide(deps, FIELDS, Number(values.decisions)),
    );
    const offers = await offer(services, terms);
    const bare = await bareOffers(services, terms);
    report(services, decisions, offers, bare, terms);
  } finally {
    await services.stop();
  }
}

function report(
  services: BenchServices,
  decisions: readonly Decisions[],
  offers: Offers,
  bare: readonly number[],
  terms: Terms,
): void {
  const at = decisions.find(({ drivers }) => drivers === ON_DUTY) ?? decisions[0];
  const [few, many] = [decisions.at(0), decisions.at(-1)];
  if (at === undefined || few === undefined || many === undefined) throw new Error('nothing was decided');
  const growth = median(many.worked) / median(few.worked);
  const p99 = percentile(at.whole, 0.99);
  const offered = percentile(offers.took, 0.99);
  const ms = (value: number, digits = 1) => `${value.toFixed(digits)} ms`;
  const lines: Line[] = [
    {
      what: `one decision, ${ON_DUTY} drivers on duty, 2,000 waiting tasks: p99 (p50)`,
      bar: `< ${DECISION_P99} ms`,
      value: `${ms(p99)} (${ms(median(at.whole))})`,
      ok: p99 < DECISION_P99,
    },
    ...decisions.map(({ drivers, whole, chosen, weighed }) => ({
      what: `  ${drivers} drivers: p50, p99; the choice alone; weighed to the end`,
      bar: '',
      value: `${ms(median(whole))}, ${ms(percentile(whole, 0.99))}; ${ms(median(chosen), 2)}, ${ms(percentile(chosen, 0.99), 2)}; ${weighed.toFixed(1)}`,
      ok: null,
    })),
    {
      what: `  processor time of the choice among ${many.drivers} against ${few.drivers}`,
      bar: `≤ ${((many.drivers / few.drivers) * LINEAR).toFixed(0)}x`,
      value: `${growth.toFixed(1)}x (${decisions.map(({ worked }) => ms(median(worked), 2)).join(', ')})`,
      ok: growth <= (many.drivers / few.drivers) * LINEAR,
    },
    {
      what: `READY_FOR_PICKUP to the offer on the driver's socket, ${terms.perSecond} orders/s: p99 (p50, worst)`,
      bar: `< ${OFFER_P99} ms`,
      value: `${ms(offered, 0)} (${ms(percentile(offers.took, 0.5), 0)}, ${ms(percentile(offers.took, 1), 0)})`,
      ok: offered < OFFER_P99,
    },
    {
      what: '  the same rate, bare: one row-locked UPDATE, one emit: p99 (p50)',
      bar: '',
      value: `${ms(percentile(bare, 0.99), 0)} (${ms(percentile(bare, 0.5), 0)})`,
      ok: null,
    },
    {
      what: 'orders offered to exactly one driver; refused requests',
      bar: 'all; 0',
      value: `${offers.took.length} of ${offers.orders}, ${offers.doubled} twice; ${offers.refused}`,
      ok: offers.took.length === offers.orders && offers.doubled === 0 && offers.refused === 0,
    },
  ];
  printReport(
    [
      services.description,
      'Decisions: reading the ticket and what changed of drivers, zones and settings, and choosing; routes of up to 14 tasks.',
      `Offers: two API processes, ${terms.drivers} drivers with a socket each, ${terms.seconds} s.`,
      `Processor shares, of one core, while orders came: ${offers.shares}.`,
    ],
    lines,
  );
}
