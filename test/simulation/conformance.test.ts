import { provesConformance } from '../concurrency/runtime-conformance.ts';
import { provesStoreConformance } from '../concurrency/store-conformance.ts';
import { SimGround } from './counter-ground.ts';
import { SimGroupStore } from './group-store.ts';
import { Host } from './host.ts';
import { SimActorStore } from './stores.ts';

describe('the activation runtime on simulated ports', () => {
  provesConformance({ open: async () => new SimGround(true), epochAfter: () => 1 });
});

describe('the row-locked runtime on simulated ports', () => {
  provesConformance({ open: async () => new SimGround(false), epochAfter: (commands) => commands });
});

describe('the simulated stores of actors', () => {
  provesStoreConformance(async () => {
    const ground = new SimGround(true);
    const { links, database, schedule, random } = ground.world;
    const host = new Host('p', schedule, random);
    return {
      group: new SimGroupStore(host, links.group, database),
      locking: new SimActorStore(host, links.turns, database, random),
      create: async () => ground.create(),
      until: (work) => ground.until(work),
      close: () => ground.close(),
    };
  });
});
