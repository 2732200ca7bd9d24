import { WebSocket } from 'ws';

/** A Socket.IO connection without its client: some thousands of them fit into one process. */
export function connectBare(
  port: number,
  token: string,
  onEvent: (text: string) => void = () => undefined,
): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
    });
    socket.on('error', reject);
    socket.on('message', (data) => {
      const text = String(data);
      if (text === '2') socket.send('3');
      else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
      else if (text.startsWith('40')) resolve(socket);
      else if (text.startsWith('44')) reject(new Error(text));
      else if (text.startsWith('42')) onEvent(text);
    });
  });
}
