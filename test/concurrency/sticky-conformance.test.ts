import { openCounterGround } from '../support/counter-ground.ts';
import { FakeCluster } from '../support/fake-ownership.ts';
import { startSticky } from '../support/sticky-engine.ts';
import { provesConformance } from './runtime-conformance.ts';

describe('the sticky runtime', () => {
  const cluster = new FakeCluster();
  provesConformance({
    open: () => openCounterGround((url, first, options) => startSticky(url, cluster, first, options).process),
    // Raised by the activation alone.
    epochAfter: () => 1,
  });
});
