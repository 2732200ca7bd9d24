import { io } from 'socket.io-client';
import { ANSWER_TIMEOUT_MS, type LiveSocket, type OpenSocket } from './live-socket.ts';

/** A socket of socket.io-client. */
export const openSocket: OpenSocket = (url, { transports, headers }, auth) =>
  io(url, {
    autoConnect: false,
    reconnection: false,
    forceNew: true,
    timeout: ANSWER_TIMEOUT_MS,
    transports: [...transports],
    ...(headers === undefined ? {} : { extraHeaders: headers }),
    tryAllTransports: true,
    auth: (give) => give(auth()),
  }) as unknown as LiveSocket;
