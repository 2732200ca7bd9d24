import { WaslError } from '../../../actors/errors.ts';
import type { ActorRuntime } from '../../../actors/runtime/runtime.ts';
import type { CommandOutcome, Metrics } from './metrics.ts';

/** Wraps a runtime to count and time its commands. */
export function meteredRuntime(runtime: ActorRuntime, metrics: Pick<Metrics, 'command'>): ActorRuntime {
  return {
    async execute(request) {
      const began = performance.now();
      const end = (outcome: CommandOutcome) =>
        metrics.command(request.ref.kind, outcome, (performance.now() - began) / 1_000);
      try {
        const result = await runtime.execute(request);
        end(result.replayed ? 'repeated' : 'done');
        return result;
      } catch (error) {
        end(error instanceof WaslError && error.status < 500 ? 'refused' : 'failed');
        throw error;
      }
    },
  };
}
