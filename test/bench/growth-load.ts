// A child of `npm run bench -- growth`: requests over connections that stay open, each sent once the previous one is
// answered.
import { Conversation } from './conversation.ts';
import { type GrowthLoad, type GrowthRequest, varied } from './growth-requests.ts';
import type { Tally } from './growth-windows.ts';

const MAX_FAILURES = 20;

let turn = 0;

process.on('disconnect', () => process.exit());
process.on('message', (load: GrowthLoad) => {
  void run(load).then((tally) => process.send?.(tally));
});

async function run({ url, connections, seconds, requests }: GrowthLoad): Promise<Tally> {
  const latencies: number[] = [];
  const failed: string[] = [];
  const began = performance.now();
  const until = began + seconds * 1_000;
  await Promise.all(
    Array.from({ length: connections }, async (_, first) => {
      const conversation = await Conversation.open(url);
      try {
        for (let at = first; performance.now() < until && failed.length < MAX_FAILURES; at += 1) {
          const request = requests[at % requests.length];
          if (request === undefined) throw new Error('nothing to ask for');
          const sent = performance.now();
          const { status, body } = await send(conversation, request);
          if (status >= 200 && status < 300) latencies.push(performance.now() - sent);
          else failed.push(`${status}: ${body}`);
        }
      } catch (error) {
        failed.push(error instanceof Error ? error.message : String(error));
      } finally {
        conversation.close();
      }
    }),
  );
  return { count: latencies.length, seconds: (performance.now() - began) / 1_000, latencies, failed };
}

function send(conversation: Conversation, { path, token, body }: GrowthRequest) {
  turn += 1;
  const headers = token === null ? '' : `Authorization: Bearer ${token}\r\n`;
  const target = varied(path, turn);
  if (body === undefined) return conversation.ask('GET', target, headers);
  return conversation.ask('POST', target, headers, JSON.stringify(body === 'turn' ? { turn } : position()));
}

function position() {
  const recordedAt = new Date().toISOString();
  const latitude = 25.2 + (turn % 1_000) / 10_000;
  return {
    points: [
      { sequence: Date.now() * 100 + (turn % 100), latitude, longitude: 51.45, accuracy: 6, recordedAt },
    ],
  };
}
