import { z } from 'zod';

export interface TracingConfig {
  /** Address for POST requests of OTLP over HTTP. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Share of traces that are recorded, 0 to 1. */
  ratio: number;
  service: string;
}

/** Environment variables for traces, by the names that OpenTelemetry gives them. */
export const tracingKeys = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Collector that is sent traces as OTLP over HTTP, e.g. http://127.0.0.1:4318; without one, none are recorded (docs/running.md)',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^([\w-]+=[^,=\s]+)(,[\w-]+=[^,=\s]+)*$|^$/, 'must be name=value, separated by commas')
    .default('')
    .describe('Headers of requests to the collector: name=value, separated by commas, percent-encoded'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe('Share of requests whose traces are recorded; 0 to 1'),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('wasl').describe('Name of the service in traces'),
};

export type TracingEnvironment = z.infer<z.ZodObject<typeof tracingKeys>>;

export function tracingSettings(env: TracingEnvironment): TracingConfig | null {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return null;
  const pairs = env.OTEL_EXPORTER_OTLP_HEADERS.split(',').filter(Boolean);
  return {
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: Object.fromEntries(pairs.map((pair) => pair.split('=').map(decodeURIComponent))),
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
    service: env.OTEL_SERVICE_NAME,
  };
}
