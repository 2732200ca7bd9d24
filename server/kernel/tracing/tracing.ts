/**
 * Traces as an operator may configure them: what one request causes, over processes, as spans of one trace. `parent`
 * and `trace` are W3C traceparents, which travel with commands, effects and live events. Without an endpoint there is
 * no Tracing, so that nothing is created, sent along or imported.
 *
 * Attributes must not contain personal data, secrets or tokens: names of operations, kinds and ids of records only.
 */
export interface Tracing {
  begin(name: string, kind: SpanKind, parent?: string, attributes?: SpanAttributes): Span;
  /** Sends what waits, for a short time. */
  close(): Promise<void>;
}

export type SpanKind = 'server' | 'internal' | 'producer' | 'consumer';
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  /** The traceparent of what follows from this span. */
  readonly trace: string;
  rename(name: string): void;
  end(attributes?: SpanAttributes, failed?: boolean): void;
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

export interface TraceContext {
  traceId: string;
  spanId: string;
  flags: number;
}

/** Null for anything that is not a valid traceparent of version 00. */
export function parseTraceparent(text: unknown): TraceContext | null {
  const [, traceId, spanId, flags] = (typeof text === 'string' ? TRACEPARENT.exec(text) : null) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}
