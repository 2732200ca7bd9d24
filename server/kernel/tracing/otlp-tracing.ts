import {
  SpanKind as Kinds,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { settledWithin } from '../../../db/deadline.ts';
import type { TracingConfig } from '../process/tracing-config.ts';
import { parseTraceparent, type Span, type SpanAttributes, type SpanKind, type Tracing } from './tracing.ts';

/** While the collector is away, older spans wait up to this number, and further ones are dropped. */
const QUEUE = { maxQueueSize: 4_096, maxExportBatchSize: 512, scheduledDelayMillis: 2_000 };
const EXPORT_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 2_000;
const MAX_ATTRIBUTE_LENGTH = 200;

const KINDS: Record<SpanKind, Kinds> = {
  server: Kinds.SERVER,
  internal: Kinds.INTERNAL,
  producer: Kinds.PRODUCER,
  consumer: Kinds.CONSUMER,
};

/** Sends spans to a collector as OTLP over HTTP, in batches and in the background; errors of the collector are ignored. */
export class OtlpTracing implements Tracing {
  readonly #provider: BasicTracerProvider;
  readonly #tracer: Tracer;

  constructor({ url, headers, ratio, service }: TracingConfig, processName: string) {
    const exporter = new OTLPTraceExporter({
      ...{ url, headers: { ...headers }, timeoutMillis: EXPORT_TIMEOUT_MS, concurrencyLimit: 2 },
    });
    const root = new TraceIdRatioBasedSampler(ratio);
    this.#provider = new BasicTracerProvider({
      resource: resourceFromAttributes({ 'service.name': service, 'service.instance.id': processName }),
      // A client may name a trace, but not decide that it is recorded: every request would be.
      sampler: new ParentBasedSampler({ root, remoteParentSampled: root }),
      spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
      spanProcessors: [
        new BatchSpanProcessor(exporter, { ...QUEUE, exportTimeoutMillis: EXPORT_TIMEOUT_MS }),
      ],
    });
    this.#tracer = this.#provider.getTracer('wasl');
  }

  begin(name: string, kind: SpanKind, parent?: string, attributes: SpanAttributes = {}): Span {
    const found = parent === undefined ? null : parseTraceparent(parent);
    const context =
      found === null
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, {
            ...{ traceId: found.traceId, spanId: found.spanId, traceFlags: found.flags & TraceFlags.SAMPLED },
            // Only requests come from outside; everything else was decided by a process of this installation.
            isRemote: kind === 'server',
          });
    return new OtlpSpan(this.#tracer.startSpan(name, { kind: KINDS[kind], attributes }, context));
  }

  async close(): Promise<void> {
    await settledWithin(
      this.#provider.shutdown().catch(() => undefined),
      CLOSE_TIMEOUT_MS,
      undefined,
    );
  }
}

class OtlpSpan implements Span {
  readonly trace: string;
  readonly #span: OtelSpan;

  constructor(span: OtelSpan) {
    const { traceId, spanId, traceFlags } = span.spanContext();
    this.trace = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
    this.#span = span;
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  end(attributes: SpanAttributes = {}, failed = false): void {
    this.#span.setAttributes(attributes);
    if (failed) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}
