import { openCounterGround } from '../support/counter-ground.ts';
import { CounterRuntime } from '../support/counter-runtime.ts';
import { provesConformance } from './runtime-conformance.ts';

describe('the row-locked runtime', () => {
  provesConformance({
    open: () => openCounterGround((url, first, options) => new CounterRuntime(url, first?.clock, options)),
    // Every commit raises it, so that an owner in memory is fenced.
    epochAfter: (commands) => commands,
  });
});
