import { startActivations } from '../support/activation-engine.ts';
import { openCounterGround } from '../support/counter-ground.ts';
import { FakeCluster } from '../support/fake-ownership.ts';
import { provesConformance } from './runtime-conformance.ts';

describe('the activation runtime', () => {
  const cluster = new FakeCluster();
  provesConformance({
    open: () =>
      openCounterGround((url, first, options) => startActivations(url, cluster, first, options).process),
    // Only the activation raises it.
    epochAfter: () => 1,
  });
});
