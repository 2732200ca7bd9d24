import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { dayAndClockText } from '../../kernel/calendar/qatar-time.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import type { AlertSeverity } from './alert-store.ts';

export interface Bilingual {
  en: string;
  ar: string;
}

/** Names that the sentences need; '?' stands where a record is unknown. */
export interface AlertSubject {
  orderNumber: string;
  seller: Bilingual;
  driverName: string;
}

/** One kind of alert: its words, and what docs/alerts.md says of it. */
export interface AlertText {
  /** Ends "raised when". */
  raisedWhen: string;
  foundBy:
    | 'order actor'
    | 'zone actor'
    | 'driver actor'
    | 'condition'
    | 'worker'
    | 'worker, after zone edits'
    | 'API processes';
  /** What it weighs when it is raised; a condition may say otherwise from case to case. */
  severity: AlertSeverity;
  en(subject: AlertSubject, data: JsonObject): string;
  ar(subject: AlertSubject, data: JsonObject): string;
  /** Ends "critical when", for one that its condition raises higher. */
  criticalWhen?: string;
  /** What to do about it. */
  action: Bilingual;
  /** For a kind of which many have one cause: one alert tells of all of them. Each of the others is its own. */
  gathers?: Gathers;
  /** Whether it becomes critical when nobody takes it on in time. */
  escalates?: true;
}

/** How the cases of one kind become one alert. */
export interface Gathers {
  /** Names the cause, by what is said of one case. Those of one cause are one alert. */
  cause(data: JsonObject): string;
  /** What is said of several together: only what makes a difference to a reader. */
  sum(all: readonly JsonObject[]): JsonObject;
  /** Of two or more. */
  en(count: number, data: JsonObject): string;
  ar(count: number, data: JsonObject): string;
}

/** A number in an alert's data; 0 when it is not there. */
export function amount(data: JsonObject, name: string): number {
  const value = data[name];
  return typeof value === 'number' ? value : 0;
}

/** The sum of a number over several cases. */
export function total(all: readonly JsonObject[], name: string): number {
  return all.reduce((sum, data) => sum + amount(data, name), 0);
}

/** A field of an alert's data as a sentence takes it; empty when it is not there. */
export function word(data: JsonObject, name: string): string {
  const value = data[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Day and time in Qatar of an instant in RFC 3339; '?' when it is none. */
export function timeIn(locale: Locale, instant: string): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? '?' : dayAndClockText(locale, at);
}
