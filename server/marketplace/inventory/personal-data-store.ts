import { text, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { PersonalData } from '../../kernel/personal-data/personal-data.ts';
import { CLOSED_ACCOUNT, wordPattern } from '../../kernel/personal-data/word-pattern.ts';

const forgetPlaces = statement({
  name: 'inventory.forget_places',
  sql: `UPDATE warehouses w
           SET name = :name, phone = NULL, street_number = 0, building_number = 0, unit = NULL, landmark = NULL,
               latitude = coarse(latitude), longitude = coarse(longitude), version = w.version + 1, updated_at = now()
          FROM sellers s
         WHERE s.id = w.seller_id AND s.owner_account_id = :accountId AND s.status IN ('REJECTED', 'CLOSED')
           AND w.name <> :name`,
  params: { accountId: uuid, name: text },
});
const eraseReasons = statement({
  name: 'inventory.erase_reasons',
  sql: `UPDATE stock_movements SET reason = without_words(reason, :words::text)
         WHERE account_id = :accountId AND reason ~* :words`,
  params: { accountId: uuid, words: text },
});

/** The warehouse of a rejected application or closed shop may have been a home address. */
export const inventoryData: PersonalData = {
  owner: 'marketplace/inventory',
  erase: async (trx, person) => {
    const { accountId } = person;
    await forgetPlaces.count(trx, { accountId, name: CLOSED_ACCOUNT });
    const pattern = wordPattern(person);
    if (pattern !== null) await eraseReasons.count(trx, { accountId, words: pattern });
  },
};
