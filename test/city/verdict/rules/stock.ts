import type { CountRecord, GroupRecord, LineRecord } from '../../../../scripts/city/record/logbook-types.ts';
import { type Finding, unequal } from '../evidence/difference.ts';
import type { CityFacts, Rule } from '../evidence/rule.ts';
import type { Schema, ServiceFacts } from '../evidence/service-facts.ts';

/**
 * On hand equals the opening stock less what was sold plus what returned and what was counted; so do the movements, one
 * for each cause.
 */
export const stockRule: Rule = (city, service) => [
  ...levels(city, service),
  ...sales(city, service),
  ...returns(city, service),
  ...counts(city, service),
  ...strangers(city, service),
];

function levels(city: CityFacts, { stock, movements }: ServiceFacts): Finding[] {
  const known = new Map(stock.map((level) => [keyOf(level), level]));
  const [onHand, reserved] = [new Map<string, number>(), new Map<string, number>()];
  for (const movement of movements) {
    plus(onHand, keyOf(movement), movement.onHandDelta);
    plus(reserved, keyOf(movement), movement.reservedDelta);
  }
  const perOffer = new Map<string, number>();
  for (const opening of city.openingStock) plus(perOffer, opening.offerId, opening.onHand);
  for (const { line, back } of linesOf(city)) plus(perOffer, line.offerId, back - line.quantity);
  for (const { offerId, delta, found } of countsOf(city, movements))
    if (found) plus(perOffer, offerId, delta);
  return [
    ...city.openingStock.flatMap((opening) => {
      const key = keyOf(opening);
      const level = known.get(key);
      const subject = `offer ${opening.offerId} in warehouse ${opening.warehouseId}`;
      return [
        ...unequal(
          `${subject}: on hand, by its movements`,
          opening.onHand + (onHand.get(key) ?? 0),
          level?.onHand,
        ),
        ...unequal(
          `${subject}: reserved, by its movements`,
          opening.reserved + (reserved.get(key) ?? 0),
          level?.reserved,
        ),
        ...(city.endedAt === null
          ? []
          : unequal(`${subject}: still reserved`, opening.reserved, level?.reserved)),
      ];
    }),
    ...[...perOffer].flatMap(([offerId, expected]) =>
      unequal(`offer ${offerId}: opening less sold plus returned`, expected, sum(stock, offerId)),
    ),
  ];
}

/** Every line of every order was taken from stock once. */
function sales({ orders }: CityFacts, { movements }: ServiceFacts): Finding[] {
  const sold = new Map<string, number>();
  for (const { cause, causeId, offerId, onHandDelta } of movements) {
    if (cause === 'SALE') plus(sold, `${causeId} ${offerId}`, -onHandDelta);
  }
  return [...orders.values()].flatMap(({ orderId, number, groups }) => {
    const ordered = new Map<string, number>();
    for (const { lines } of groups) for (const line of lines) plus(ordered, line.offerId, line.quantity);
    return [...ordered].flatMap(([offerId, quantity]) =>
      unequal(
        `order ${number} ${orderId}: sold of offer ${offerId}`,
        quantity,
        sold.get(`${orderId} ${offerId}`) ?? 0,
      ),
    );
  });
}

/** What was cancelled or returned is in stock again, once; nothing else is. */
function returns(city: CityFacts, { movements }: ServiceFacts): Finding[] {
  const returned = new Map<string, number>();
  for (const { cause, causeId, onHandDelta } of movements) {
    if (cause === 'RETURN') plus(returned, causeId.slice(causeId.lastIndexOf(':') + 1), onHandDelta);
  }
  return linesOf(city).flatMap(({ line, group, back }) =>
    unequal(
      `line ${line.lineId} of group ${group.groupId}: units back`,
      back,
      returned.get(line.lineId) ?? 0,
    ),
  );
}

/** What a seller counted is recorded, once. */
function counts(city: CityFacts, { movements }: ServiceFacts): Finding[] {
  return countsOf(city, movements).flatMap(({ offerId, importId, delta, outcome, found }): Finding[] => {
    if (found || outcome !== 'DONE') return [];
    const subject = `offer ${offerId}, counted in ${importId === null ? 'the grid' : `file ${importId}`}`;
    return [{ subject, expected: `a movement of ${delta}`, found: 'none' }];
  });
}

type Movement = Schema<'StockMovement'>;

/** The counts that may have taken effect, each with its movement; none has two. */
function countsOf(
  { counts: counted }: CityFacts,
  movements: readonly Movement[],
): (CountRecord & { found: Movement | undefined })[] {
  const left = new Set(movements.filter(({ cause }) => cause === 'COUNT' || cause === 'IMPORT'));
  return counted
    .filter(({ outcome }) => outcome !== 'REFUSED')
    .map((count) => {
      const found = [...left].find(
        (movement) =>
          keyOf(movement) === keyOf(count) &&
          movement.onHandDelta === count.delta &&
          (count.importId === null
            ? movement.cause === 'COUNT'
            : movement.causeId.startsWith(`${count.importId}/`)),
      );
      if (found !== undefined) left.delete(found);
      return { ...count, found };
    });
}

/** Movements that nothing in the city explains. */
function strangers(city: CityFacts, { movements }: ServiceFacts): Finding[] {
  const counted = new Set(countsOf(city, movements).map(({ found }) => found?.id));
  const orders = new Set(city.orders.keys());
  const lines = new Set(linesOf(city).map(({ line }) => line.lineId));
  return movements.flatMap((movement): Finding[] => {
    const { id, cause, causeId, onHandDelta } = movement;
    const explained =
      cause === 'SALE'
        ? orders.has(causeId) || city.unanswered.length > 0
        : cause === 'RETURN'
          ? lines.has(causeId.slice(causeId.lastIndexOf(':') + 1)) || city.unanswered.length > 0
          : onHandDelta === 0 || counted.has(id);
    if (explained) return [];
    const subject = `movement ${id} of offer ${movement.offerId}`;
    return [{ subject, expected: 'none: no client did this', found: `${cause} ${causeId}: ${onHandDelta}` }];
  });
}

interface SoldLine {
  line: LineRecord;
  group: GroupRecord;
  /** Units that are in stock again. */
  back: number;
}

function linesOf({ orders }: CityFacts): SoldLine[] {
  return [...orders.values()].flatMap(({ groups }) =>
    groups.flatMap((group) => group.lines.map((line) => ({ line, group, back: unitsBack(group, line) }))),
  );
}

const CALLED_OFF: readonly string[] = ['reject', 'buyer-cancel', 'dispatcher-cancel'];

function unitsBack({ acts }: GroupRecord, { lineId, quantity }: LineRecord): number {
  const done = acts.filter(({ outcome }) => outcome === 'DONE');
  if (done.some(({ what }) => CALLED_OFF.includes(what))) return quantity;
  const confirmed = done.find(({ what }) => what === 'confirm-return');
  if (confirmed === undefined) return 0;
  const named = confirmed.returned?.find((line) => line.lineId === lineId);
  return named === undefined ? quantity : named.whole;
}

function keyOf({ offerId, warehouseId }: { offerId: string; warehouseId: string }): string {
  return `${offerId} ${warehouseId}`;
}

function sum(stock: readonly Schema<'StockLevel'>[], offerId: string): number {
  return stock.filter((level) => level.offerId === offerId).reduce((total, { onHand }) => total + onHand, 0);
}

function plus(counts: Map<string, number>, key: string, more: number): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}
