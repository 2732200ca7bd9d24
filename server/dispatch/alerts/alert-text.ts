import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { dayAndClockText } from '../../kernel/calendar/qatar-time.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import type { AlertSeverity } from './alert-store.ts';

export interface Bilingual {
  en: string;
  ar: string;
}

/** Names used in the sentences; '?' where a record is unknown. */
export interface AlertSubject {
  orderNumber: string;
  seller: Bilingual;
  driverName: string;
}

/** The texts of one alert kind, including its entry in docs/alerts.md. */
export interface AlertText {
  /** Continues "raised when". */
  raisedWhen: string;
  foundBy:
    | 'order actor'
    | 'zone actor'
    | 'driver actor'
    | 'condition'
    | 'worker'
    | 'worker, after zone edits'
    | 'API processes';
  /** Default severity; a condition may override it per case. */
  severity: AlertSeverity;
  en(subject: AlertSubject, data: JsonObject): string;
  ar(subject: AlertSubject, data: JsonObject): string;
  /** Continues "critical when", for kinds whose condition can raise them as critical. */
  criticalWhen?: string;
  /** What to do about it. */
  action: Bilingual;
  /**
   * Set if many cases of this kind can share one cause: they become one alert. Otherwise each case is its own alert.
   */
  gathers?: Gathers;
  /** Whether it becomes critical when no one acknowledges it in time. */
  escalates?: true;
}

/** How cases of one kind are merged into one alert. */
export interface Gathers {
  /** Derives the cause from one case's data. Cases with the same cause share an alert. */
  cause(data: JsonObject): string;
  /** Merges the data of several cases, keeping only what the reader needs. */
  sum(all: readonly JsonObject[]): JsonObject;
  /** Sentence for two or more cases. */
  en(count: number, data: JsonObject): string;
  ar(count: number, data: JsonObject): string;
}

/** A number from an alert's data; 0 if absent. */
export function amount(data: JsonObject, name: string): number {
  const value = data[name];
  return typeof value === 'number' ? value : 0;
}

/** Sum of a number over several cases. */
export function total(all: readonly JsonObject[], name: string): number {
  return all.reduce((sum, data) => sum + amount(data, name), 0);
}

/** A field of an alert's data as text; empty if absent. */
export function word(data: JsonObject, name: string): string {
  const value = data[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Day and time in Qatar of an RFC 3339 instant; '?' if it is invalid. */
export function timeIn(locale: Locale, instant: string): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? '?' : dayAndClockText(locale, at);
}
