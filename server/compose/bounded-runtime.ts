import { WaslError } from '../../actors/errors.ts';
import { ACTIVATION_LIMITS } from '../../actors/runtime/activation/limits.ts';
import type { ActorRuntime } from '../../actors/runtime/runtime.ts';
import { Semaphore } from '../kernel/async/semaphore.ts';

export interface BoundedRuntimeOptions {
  /** Of the pool that row-locked commands use, one each. */
  connections: number;
  onShed(): void;
}

/** Connections left for commands of the service itself: people must not keep chains and timers from going on. */
const RESERVED = 2;

/**
 * Bounds what people's row-locked commands may wait for, as an owner's mailboxes do: without Redis they all come here,
 * and a connection serves fewer commands than a group commit. Those that cannot be run in time are refused at once or
 * after the age at which an owner refuses them, and have done nothing.
 */
export function boundedRuntime(
  runtime: ActorRuntime,
  { connections, onShed }: BoundedRuntimeOptions,
): ActorRuntime {
  const semaphore = new Semaphore({
    permits: Math.max(1, connections - RESERVED),
    maxWaiting: ACTIVATION_LIMITS.mailbox,
    timeoutMs: ACTIVATION_LIMITS.age,
  });
  const refusal = () => {
    onShed();
    return new WaslError('common.UNAVAILABLE', {
      detail: 'The service has too much to do. Repeat the request.',
      retryAfter: 1,
    });
  };
  return {
    execute: (request) =>
      request.by.role === 'SYSTEM'
        ? runtime.execute(request)
        : semaphore.run(() => runtime.execute(request), refusal),
  };
}
