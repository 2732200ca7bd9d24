import { io, type Socket } from 'socket.io-client';
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

export type LiveSocket = Socket<{ [E in keyof SocketEvents]: (payload: SocketEvents[E]) => void }, Requests>;

const ANSWER_TIMEOUT_MS = 10_000;

/** A socket that connects on demand, with what `auth` returns at that moment. */
export function openSocket(
  url: string,
  {
    transports,
    headers,
  }: { transports: readonly ('websocket' | 'polling')[]; headers?: Record<string, string> },
  auth: () => LiveSchemas['Handshake'],
): LiveSocket {
  return io(url, {
    autoConnect: false,
    reconnection: false,
    forceNew: true,
    timeout: ANSWER_TIMEOUT_MS,
    transports: [...transports],
    ...(headers === undefined ? {} : { extraHeaders: headers }),
    tryAllTransports: true,
    auth: (give) => give(auth()),
  });
}

/** Null when no answer came in time. */
export async function request<T>(
  socket: LiveSocket,
  name: keyof Requests,
  payload: object,
): Promise<Answer<T> | null> {
  try {
    const ask = socket.timeout(ANSWER_TIMEOUT_MS) as unknown as {
      emitWithAck(name: string, payload: object): Promise<Answer<T>>;
    };
    return await ask.emitWithAck(name, payload);
  } catch {
    return null;
  }
}
