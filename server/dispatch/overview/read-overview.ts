import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Span } from './day-span.ts';
import { makeJourneys } from './journeys.ts';
import { readBoard } from './read-board.ts';
import { readCash } from './read-cash.ts';
import { readDrivers } from './read-drivers.ts';
import { readExceptions } from './read-exceptions.ts';
import { readFlow } from './read-flow.ts';
import { readZones } from './read-zones.ts';

export interface OverviewDependencies {
  database: Database;
  clock: Clock;
  presence: DriverPresence;
}

/** The board as it stands now, and the figures of a day. */
export async function readOverview(
  deps: OverviewDependencies,
  span: Span,
): Promise<components['schemas']['DispatchOverview']> {
  const { database, clock } = deps;
  const now = clock.now();
  await makeJourneys(database, span);
  const [board, flow, driversOfDay, zonesOfDay, cash, exceptions] = await Promise.all([
    readBoard(deps, span),
    readFlow(database, span),
    readDrivers(database, span, now),
    readZones(database, span),
    readCash(database, span),
    readExceptions(database, span),
  ]);
  const figures = { day: span.day, ...flow, driversOfDay, zonesOfDay, cash, exceptions };
  return { at: now.toISOString(), ...board, ...figures };
}
