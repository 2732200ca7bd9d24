import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { parse } from 'yaml';
import { projectRoot } from '../../db/root.ts';
import { EventSchemas } from '../../realtime/event-schema.ts';
import type { Chance } from '../../scripts/shared/chance.ts';
import { type References, resolved, type ValueSchema } from '../support/contract-operations.ts';
import type { Caller, Market } from '../worlds/market.ts';
import { boundaryValues, leavesOf, pointerOf, sample, withValueAt } from './boundary-values.ts';
import type { Findings } from './findings.ts';

interface AsyncContract {
  components: {
    messages: Record<string, { name: string; payload: { $ref: string } }>;
    schemas: Record<string, ValueSchema>;
  };
}

/** What a client may ask, with the names of its schemas. */
interface Request {
  name: string;
  schema: ValueSchema;
  answer: string;
}

/** Frames of Engine.IO and Socket.IO that no client sends. */
const RAW_FRAMES: readonly string[] = [
  '',
  '0{}',
  '1',
  '2probe',
  '3',
  '5',
  '6',
  '9',
  '4',
  '40',
  '40/',
  '40/other,{}',
  '40{"token":7}',
  '40{"token":"a.b.c"}',
  `40{"token":"${'x'.repeat(9_000)}"}`,
  '40{"__proto__":{"token":"x"}}',
  '40[[[[',
  '41',
  '42["subscribe"]',
  '42[]',
  '42{}',
  '42"x"',
  '421["subscribe",{"room":"dispatch"}]',
  '42["connect"]',
  '42["disconnect"]',
  '42["__proto__",{}]',
  '42["newListener",{}]',
  '43[]',
  '431[1]',
  '44{}',
  '451-["a",{"_placeholder":true,"num":0}]',
  '4599999999999-["a"]',
  '461-1[]',
  '47',
  `42${'9'.repeat(40)}["subscribe",{}]`,
  `42["subscribe",${'['.repeat(3_000)}${']'.repeat(3_000)}]`,
  `42["subscribe","${'x'.repeat(15_000)}"]`,
  'b4AAAA',
  '\u0000\u001e\u001e',
  'مرحبا',
];
const PATIENCE_MS = 3_000;
const QUIET_MS = 30;

/** Live connections of callers of every kind, with messages drawn from asyncapi.yaml, and with frames that are none. */
export class LiveSessions {
  readonly #market: Market;
  readonly #chance: Chance;
  readonly #findings: Findings;
  readonly #schemas = new EventSchemas();
  readonly #references: References;
  readonly #requests: readonly Request[];

  constructor(market: Market, chance: Chance, findings: Findings) {
    this.#market = market;
    this.#chance = chance;
    this.#findings = findings;
    const root = parse(readFileSync(join(projectRoot, 'realtime/asyncapi.yaml'), 'utf8')) as AsyncContract;
    this.#references = { resolve: (value) => resolved(root, value) };
    const { messages, schemas } = root.components;
    this.#requests = Object.values(messages).flatMap(({ name, payload }) => {
      const schema = payload.$ref.split('/').at(-1) ?? '';
      const isRequest = schema.endsWith('Request');
      const answer = schema.replace(/Request$/, 'Answer');
      return isRequest ? [{ name, schema: schemas[schema] ?? {}, answer }] : [];
    });
  }

  /** One connection. How many messages and frames it sent. */
  async one(): Promise<number> {
    const caller = this.#chance.pick(this.#market.callers);
    const address = `${this.#market.service.url}/socket.io/?EIO=4&transport=`;
    const headers = { 'X-Forwarded-For': caller.client.address };
    if (this.#chance.percent(15)) return this.#poll(`${address}polling`, headers);
    const socket = new WebSocket(`${address.replace('http', 'ws')}websocket`, { headers });
    const frames = new Frames(socket);
    try {
      await frames.find((frame) => frame.startsWith('0'));
      return await (this.#chance.percent(60) ? this.#ask(socket, frames, caller) : this.#shout(socket));
    } finally {
      socket.terminate();
    }
  }

  async #shout(socket: WebSocket): Promise<number> {
    const count = this.#chance.whole(1, 4);
    for (let sent = 0; sent < count && socket.readyState === WebSocket.OPEN; sent += 1) {
      const frame = this.#chance.pick(RAW_FRAMES);
      socket.send(this.#chance.percent(80) ? frame : Buffer.from(frame));
    }
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    return count;
  }

  /** The other transport: bytes in the body of a POST. */
  async #poll(url: string, headers: Record<string, string>): Promise<number> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const opened = await fetch(url, { headers, signal });
    const sid = /"sid":"([^"]+)"/.exec(await opened.text())?.[1] ?? 'none';
    const frame = this.#chance.pick(RAW_FRAMES);
    const answer = await fetch(`${url}&sid=${sid}`, { method: 'POST', headers, body: frame, signal });
    await answer.arrayBuffer();
    if (answer.status >= 500)
      this.#findings.add(`polling: answered ${answer.status}`, () => `    ${JSON.stringify(frame)}`);
    return 2;
  }

  async #ask(socket: WebSocket, frames: Frames, { name, client }: Caller): Promise<number> {
    socket.send(
      `40${JSON.stringify({ token: client.token, positions: { dispatch: { epoch: 'x', seq: -1 } } })}`,
    );
    const connected = await frames.find((frame) => /^4[04]/.test(frame));
    if (connected?.startsWith('40') !== true) return 1;
    const count = this.#chance.whole(3, 8);
    for (let id = 0; id < count && socket.readyState === WebSocket.OPEN; id += 1) {
      const request = this.#chance.pick(this.#requests);
      const { payload, how } = this.#payloadOf(request);
      socket.send(`42${id}${JSON.stringify([request.name, payload])}`);
      const prefix = `43${id}[`;
      const answer = await frames.find((frame) => frame.startsWith(prefix));
      this.#judge(request, answer?.slice(prefix.length - 1) ?? null, `    ${how}, by ${name}`, socket);
    }
    return count + 1;
  }

  #payloadOf({ schema }: Request): { payload: unknown; how: string } {
    const references = this.#references;
    const payload = this.#withRoom(sample(references, schema));
    const leaves = leavesOf(references, schema);
    const leaf = this.#chance.percent(60) ? this.#chance.pickAny(leaves) : undefined;
    if (leaf === undefined) return { payload, how: 'valid' };
    const value = this.#chance.pick(boundaryValues(references, leaf.steps.at(-1)?.schema ?? {}))();
    const text = JSON.stringify(value) ?? '';
    return {
      payload: withValueAt(references, payload, leaf, value),
      how: `${pointerOf(leaf)} = ${text.slice(0, 80)}`,
    };
  }

  /** A room that may exist, and may be open to the caller. */
  #withRoom(payload: unknown): unknown {
    if (typeof payload !== 'object' || payload === null || !('room' in payload)) return payload;
    const { ids } = this.#market;
    const kinds = ['order', 'zone', 'seller', 'driver', 'account', 'dispatch'];
    const kind = this.#chance.pick(kinds);
    const id = this.#chance.pickAny(
      kind === 'dispatch' ? [] : ids.tablesMeantBy(kind).flatMap((table) => [...ids.of(table)]),
    );
    return { ...payload, room: id === undefined ? kind : `${kind}:${id}` };
  }

  #judge({ name, answer }: Request, text: string | null, example: string, socket: WebSocket): void {
    // Too large a message ends the connection.
    if (text === null) {
      if (socket.readyState === WebSocket.OPEN)
        this.#findings.add(`live ${name}: not answered`, () => example);
      return;
    }
    const [value] = JSON.parse(text) as [{ code?: string }];
    if (value.code === 'common.INTERNAL')
      this.#findings.add(`live ${name}: ${value.code}`, () => `${example}\n    ${text}`);
    try {
      this.#schemas.checkSchema(answer, value);
    } catch (error) {
      this.#findings.add(`live ${name}: against its schema`, () => `${example}\n    ${text}\n    ${error}`);
    }
  }
}

/** The frames that a socket has received, to be looked for once. */
class Frames {
  readonly #socket: WebSocket;
  readonly #frames: string[] = [];

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data, isBinary) => {
      if (!isBinary) this.#frames.push(data.toString());
    });
    // Refused, or closed by the server: the frames that were looked for are missing.
    socket.on('error', () => undefined);
  }

  /** null if it does not come within three seconds, or before the end of the connection. */
  async find(wanted: (frame: string) => boolean): Promise<string | null> {
    const until = performance.now() + PATIENCE_MS;
    while (performance.now() < until) {
      const place = this.#frames.findIndex(wanted);
      if (place >= 0) return this.#frames.splice(place, 1)[0] ?? null;
      if (this.#socket.readyState > WebSocket.OPEN) return null;
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    return null;
  }
}
