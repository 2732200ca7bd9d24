import type { TracingConfig } from '../process/tracing-config.ts';
import type { Tracing } from './tracing.ts';

/** Tracing as configured. What does it is loaded only if it is. */
export async function openTracing(
  config: TracingConfig | null,
  processName: string,
): Promise<Tracing | null> {
  if (config === null) return null;
  const { OtlpTracing } = await import('./otlp-tracing.ts');
  return new OtlpTracing(config, processName);
}
