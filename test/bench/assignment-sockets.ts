// A child of `npm run bench -- assignment`: every driver's socket, and when each offer arrived there.
import { connectBare } from './bare-socket.ts';

export type SocketOrder = { ports: readonly number[]; tokens: readonly string[] } | 'arrivals';

const GROUP = '"groupId":"';
const arrivals: [groupId: string, at: number][] = [];

process.on('message', (order: SocketOrder) => {
  if (order === 'arrivals') process.send?.({ arrivals });
  else void open(order.ports, order.tokens).then(() => process.send?.('open'));
});

async function open(ports: readonly number[], tokens: readonly string[]): Promise<void> {
  for (const [index, token] of tokens.entries()) {
    await connectBare(ports[index % ports.length] ?? 0, token, (text) => {
      if (!text.includes('"task.offered"')) return;
      const from = text.indexOf(GROUP) + GROUP.length;
      arrivals.push([text.slice(from, from + 36), Date.now()]);
    });
  }
}
