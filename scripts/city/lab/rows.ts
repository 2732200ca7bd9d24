import type { PolicyName } from '../../../actors/assignment/policy.ts';
import type { Measures } from './measure.ts';

/** A value as the table and chart show it; lower is better for all. */
export interface Row {
  key: keyof Measures;
  title: string;
  unit: string;
  digits: number;
}

export const ROWS: readonly Row[] = [
  { key: 'latenessHours', title: 'Lateness, all deliveries', unit: 'hours', digits: 1 },
  { key: 'latePercent', title: 'Late deliveries', unit: '%', digits: 1 },
  { key: 'kilometres', title: 'Distance driven', unit: 'km, straight', digits: 0 },
  { key: 'waitSeconds', title: 'Wait for a driver', unit: 's, mean', digits: 0 },
  { key: 'gini', title: 'Uneven share of work', unit: 'Gini', digits: 3 },
  { key: 'movedStops', title: 'Stops put off', unit: 'stops', digits: 0 },
];

/** Rows that only the table shows. */
export const MORE_ROWS: readonly Row[] = [
  { key: 'p95LateMinutes', title: 'Lateness, 95th percentile', unit: 'min', digits: 0 },
  { key: 'overtimeHours', title: 'Overtime', unit: 'hours', digits: 1 },
  { key: 'notDelivered', title: 'Not delivered', unit: 'tasks', digits: 1 },
];

export const POLICY_TITLES: { readonly [name in PolicyName]: string } = {
  NEAREST: 'Nearest driver',
  INSERTION_COST: 'Insertion',
  BATCHED: 'Batched',
};

export function shown(value: number, digits: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
