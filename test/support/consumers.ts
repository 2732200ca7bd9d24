import type { AnyConsumer, Consumers } from '../../actors/runtime/relay.ts';

/** The same for every consumer's effects, where a test composes a relay without the service. */
export function everyConsumer(consume: AnyConsumer): Consumers {
  return {
    'return-stock': consume,
    notify: consume,
    role: consume,
    'one-time-code': consume,
    'sign-in-locked': consume,
    alert: consume,
    choose: consume,
    'retry-waiting': consume,
    'tell-etas': consume,
  };
}
