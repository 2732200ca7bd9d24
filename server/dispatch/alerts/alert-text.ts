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
  /** Whether it becomes critical when nobody takes it on in time. */
  escalates?: true;
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
