import { provesConformance } from '../concurrency/runtime-conformance.ts';
import { SimGround } from './counter-ground.ts';

describe('the sticky runtime on simulated ports', () => {
  provesConformance({ open: async () => new SimGround(true), epochAfter: () => 1 });
});

describe('the row-locked runtime on simulated ports', () => {
  provesConformance({ open: async () => new SimGround(false), epochAfter: (commands) => commands });
});
