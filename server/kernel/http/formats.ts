import type { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

/** The customary format takes `urn:uuid:` in front too, which PostgreSQL's type refuses. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Years of which every moment is one for JavaScript, for PostgreSQL and, with its offset, in RFC 3339 again. */
const DATE = /^(2\d{3})-(\d\d)-(\d\d)$/;
const DATE_TIME =
  /^(2\d{3}-\d\d-\d\d)[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const EARLIEST = Date.UTC(2000, 0, 1);
const AFTER_LATEST = Date.UTC(3000, 0, 1);

/** Formats as OpenAPI has them, and of our own those that the customary ones take too widely. */
export function addOwnFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv);
  return ajv.addFormat('uuid', UUID).addFormat('date', isDate).addFormat('date-time', isDateTime);
}

/** A day of the years 2000 to 2999. */
export function isDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  // The last of a month is the day before the first of the next.
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** A moment of the years 2000 to 2999 UTC that exists: no 30 February, no second 60, which JavaScript cannot count. */
export function isDateTime(text: string): boolean {
  const day = DATE_TIME.exec(text)?.[1];
  if (day === undefined || !isDate(day)) return false;
  const moment = Date.parse(text);
  return moment >= EARLIEST && moment < AFTER_LATEST;
}
