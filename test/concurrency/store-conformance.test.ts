import { v7 as uuidv7 } from 'uuid';
import { openDatabase } from '../../db/database.ts';
import { PgActorStore } from '../../db/stores/actor-store.ts';
import { PgGroupStore } from '../../db/stores/group-store.ts';
import { createTestDatabase } from '../support/database.ts';
import { provesStoreConformance } from './store-conformance.ts';

describe('the stores of actors on PostgreSQL', () => {
  provesStoreConformance(async () => {
    const testDatabase = await createTestDatabase({ catalogue: false });
    const database = openDatabase(testDatabase.url, { name: 'test-turns', max: 4 });
    const group = new PgGroupStore(testDatabase.url, { name: 'test-group', writes: 2, reads: 2 });
    return {
      ...{ group, locking: new PgActorStore(database), until: (work) => work },
      create: async () => {
        const ref = { kind: 'zone', key: uuidv7() } as const;
        await database('actor').insert({ ...ref, version: 1, schema: 1, state: '{}' });
        return ref;
      },
      close: async () => {
        await group.close();
        await database.destroy();
        await testDatabase.drop();
      },
    };
  });
});
