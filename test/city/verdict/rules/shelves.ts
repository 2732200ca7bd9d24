import { type Finding, unequal } from '../evidence/difference.ts';
import type { CityFacts, Rule } from '../evidence/rule.ts';
import type { ServiceFacts } from '../evidence/service-facts.ts';

/** Each offer has the price that its seller set last, was never sold at another price, and each file is done. */
export const shelvesRule: Rule = (city, service) => [
  ...present(city, service),
  ...sold(city),
  ...files(city, service),
];

/** A price whose change was never answered may have taken effect or not. */
function present({ openingPrices, prices }: CityFacts, { offers }: ServiceFacts): Finding[] {
  const possible = new Map(openingPrices.map(({ offerId, price }) => [offerId, [price]]));
  for (const { offerId, price, outcome } of prices) {
    if (outcome === 'REFUSED') continue;
    possible.set(offerId, outcome === 'DONE' ? [price] : [...(possible.get(offerId) ?? []), price]);
  }
  return [...possible].flatMap(([offerId, wanted]) => {
    const found = offers.get(offerId)?.price.amount;
    return found !== undefined && wanted.includes(found)
      ? []
      : unequal(`offer ${offerId}: price`, wanted.join(' or '), found);
  });
}

function sold({ openingPrices, prices, orders }: CityFacts): Finding[] {
  const validPrices = new Map(openingPrices.map(({ offerId, price }) => [offerId, new Set([price])]));
  for (const { offerId, price, outcome } of prices)
    if (outcome !== 'REFUSED') validPrices.get(offerId)?.add(price);
  return [...orders.values()].flatMap(({ number, groups }) =>
    groups
      .flatMap(({ lines }) => lines)
      .flatMap(({ offerId, unitPrice }): Finding[] => {
        const known = validPrices.get(offerId);
        if (known === undefined || known.has(unitPrice)) return [];
        const subject = `order ${number}: price of offer ${offerId}`;
        return [{ subject, expected: [...known].join(' or '), found: unitPrice }];
      }),
  );
}

function files({ files: brought }: CityFacts, { imports }: ServiceFacts): Finding[] {
  return brought.flatMap(({ importId, applied }) => {
    if (applied === null) return [];
    const found = imports.get(importId);
    const subject = `file ${importId}`;
    return [
      ...unequal(`${subject}: state`, 'DONE', found?.status),
      ...unequal(`${subject}: rows applied`, applied, found?.applied),
    ];
  });
}
