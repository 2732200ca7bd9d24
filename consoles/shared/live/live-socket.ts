import type { LiveSchemas, SocketEvents } from '../../../realtime/live-types.ts';

export interface LiveProblem {
  code: string;
  status: number;
  detail: string;
  retryAfter?: number;
}

export type Answer<T> = ({ ok: true } & T) | ({ ok: false } & LiveProblem);

interface Requests {
  subscribe(payload: LiveSchemas['SubscribeRequest']): void;
  unsubscribe(payload: LiveSchemas['UnsubscribeRequest']): void;
  renew(payload: LiveSchemas['RenewRequest']): void;
  location(payload: LiveSchemas['LocationRequest']): void;
}

/** What the live channel needs of a socket; of that of socket.io-client, and of the client package's own. */
export interface LiveSocket {
  readonly connected: boolean;
  on<E extends keyof SocketEvents>(event: E, handler: (payload: SocketEvents[E]) => void): unknown;
  on(event: 'connect' | 'disconnect', handler: () => void): unknown;
  /** `data` of the error is the problem, if the server refused. */
  on(event: 'connect_error', handler: (error: Error) => void): unknown;
  /** Of every event of the server; numbered ones have a stamp. */
  onAny(handler: (event: string, payload: unknown, stamp?: LiveSchemas['Stamp']) => void): unknown;
  connect(): unknown;
  disconnect(): unknown;
  close(): unknown;
  timeout(milliseconds: number): { emitWithAck(name: keyof Requests, payload: object): Promise<unknown> };
}

export interface SocketOptions {
  transports: readonly ('websocket' | 'polling')[];
  /** Sent with the handshake; only possible outside browsers. */
  headers?: Record<string, string>;
}

/** Makes a socket that connects on demand, with what `auth` returns at that moment. */
export type OpenSocket = (
  url: string,
  options: SocketOptions,
  auth: () => LiveSchemas['Handshake'],
) => LiveSocket;

/** Milliseconds to wait for an answer, and for a connection. */
export const ANSWER_TIMEOUT_MS = 10_000;

/** Null when no answer came in time. */
export async function request<T>(
  socket: LiveSocket,
  name: keyof Requests,
  payload: object,
): Promise<Answer<T> | null> {
  try {
    return (await socket.timeout(ANSWER_TIMEOUT_MS).emitWithAck(name, payload)) as Answer<T>;
  } catch {
    return null;
  }
}
