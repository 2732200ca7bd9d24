import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span as OTLP/JSON tells it, with the process that sent it. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  process: string;
  attributes: Record<string, unknown>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes?: Attribute[] })[] }[];
  }[];
}

/** A collector: decodes OTLP/JSON and keeps the spans. */
export class TraceReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** Everything that was received, as text, and the headers of the last request. */
  text = '';
  headers: Record<string, unknown> = {};
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (req, res) => {
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk as Buffer);
      const sent = Buffer.concat(chunks);
      const body = (req.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString();
      this.headers = { ...req.headers, url: req.url };
      this.text += body;
      this.#keep(JSON.parse(body) as Export);
      res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  }

  static async open(): Promise<TraceReceiver> {
    const receiver = new TraceReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #keep({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const process = String(attributesOf(resource.attributes)['service.instance.id']);
      for (const { spans } of scopeSpans)
        for (const { traceId, spanId, parentSpanId = '', name, attributes = [] } of spans)
          this.spans.push({
            ...{ traceId, spanId, parentSpanId, name, process, attributes: attributesOf(attributes) },
          });
    }
  }
}

function attributesOf(list: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));
}
