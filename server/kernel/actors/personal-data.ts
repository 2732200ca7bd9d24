import {
  dropMessages,
  eraseBuyer,
  eraseDriver,
  readOrderAddresses,
  readTasks,
} from '../../../db/stores/erasure-store.ts';
import type { PersonalData } from '../personal-data/personal-data.ts';
import { CLOSED_ACCOUNT, wordPattern } from '../personal-data/word-pattern.ts';

/** Personal data in actors and their projections: orders with addresses, drivers' history. */
export const actorData: PersonalData = {
  owner: 'actors',
  find: async (trx, accountId) => {
    const orders = await readOrderAddresses(trx, accountId, CLOSED_ACCOUNT);
    const addresses = orders.flatMap(({ address }) => address ?? []);
    return {
      orderIds: orders.map(({ id }) => id),
      taskIds: await readTasks(trx, accountId),
      phrases: addresses.flatMap(({ landmark, instructions }) =>
        [landmark, instructions].filter((text) => text != null),
      ),
      words: addresses.flatMap(({ contactName, phone }) => [contactName, phone]),
      doors: addresses.map(({ location }) => location),
    };
  },
  erase: async (trx, person) => {
    const { driverId, doors } = person;
    const words = wordPattern(person);
    await dropMessages(
      trx,
      person.words.filter((word) => word.includes('@')),
    );
    if (driverId !== null) await eraseDriver(trx, { driverId, words });
    if (doors.length > 0 || words !== null)
      await eraseBuyer(trx, { ...person, words, closedAccount: CLOSED_ACCOUNT });
  },
};
