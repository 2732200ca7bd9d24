import type { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

/** Stricter than the usual format, which accepts a `urn:uuid:` prefix that PostgreSQL refuses. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Years in which every instant is valid in JavaScript, PostgreSQL and, with its offset, RFC 3339. */
const DATE = /^(2\d{3})-(\d\d)-(\d\d)$/;
const DATE_TIME =
  /^(2\d{3}-\d\d-\d\d)[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
/** The first of January 2000 begins in Qatar when it is still 1999 in UTC. */
const FIRST_DAY = '2000-01-02';
const EARLIEST = Date.UTC(2000, 0, 1);
const AFTER_LATEST = Date.UTC(3000, 0, 1);

/** OpenAPI formats, with our own in place of those that accept too much. */
export function addOwnFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv);
  return ajv.addFormat('uuid', UUID).addFormat('date', isDate).addFormat('date-time', isDateTime);
}

/** A day of Qatar in the years 2000 to 2999, whose beginning and end are in those years in UTC, too. */
export function isDate(text: string): boolean {
  return text >= FIRST_DAY && isExistingDay(text);
}

function isExistingDay(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  // Day 0 of the next month is the last day of this one.
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * An existing instant in the years 2000 to 2999 UTC: no 30 February, no second 60, which JavaScript cannot represent.
 */
export function isDateTime(text: string): boolean {
  const day = DATE_TIME.exec(text)?.[1];
  if (day === undefined || !isExistingDay(day)) return false;
  const moment = Date.parse(text);
  return moment >= EARLIEST && moment < AFTER_LATEST;
}
