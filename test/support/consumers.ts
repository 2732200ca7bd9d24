import type { AnyConsumer, Consumers } from '../../actors/runtime/relay.ts';

/** One function for the effects of every consumer, where a test composes a relay without the service. */
export function everyConsumer(consume: AnyConsumer): Consumers {
  return {
    'return-stock': consume,
    notify: consume,
    role: consume,
    'one-time-code': consume,
    'sign-in-locked': consume,
    alert: consume,
    publish: consume,
    choose: consume,
    'retry-waiting': consume,
    'tell-etas': consume,
  };
}
