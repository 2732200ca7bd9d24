import type { Logbook } from '../../../../scripts/city/record/logbook.ts';
import type { Finding } from './difference.ts';
import type { ServiceFacts } from './service-facts.ts';

/** The clients' side: what they did and saw. */
export type CityFacts = Pick<
  Logbook,
  | 'run'
  | 'clients'
  | 'drivers'
  | 'openingStock'
  | 'orders'
  | 'tasks'
  | 'unanswered'
  | 'handIns'
  | 'zoneEdits'
  | 'shiftActs'
  | 'shiftPlans'
  | 'approvals'
  | 'secured'
  | 'openingPrices'
  | 'prices'
  | 'counts'
  | 'files'
  | 'payouts'
  | 'cashPeaks'
  | 'alertPeak'
  | 'views'
  | 'endedAt'
>;

/** Pure: compares both sides and returns what does not match. */
export type Rule = (city: CityFacts, service: ServiceFacts) => Finding[];
