// A child of `npm run bench -- growth`: drivers who send their position once a second, and dispatchers who see them, on
// bare WebSockets.
import type { WebSocket } from 'ws';
import { pause } from '../../scripts/shared/waiting.ts';
import { connectBare } from './bare-socket.ts';

export type SocketQuestion =
  /** Drivers connect to the ports in turn, a dispatcher to each. */
  | { what: 'open'; ports: readonly number[]; drivers: readonly string[]; dispatcher: string }
  | { what: 'window'; seconds: number }
  | { what: 'close' };

export interface PositionTally {
  sent: number;
  seconds: number;
  /** Milliseconds from each position's measurement to every dispatcher. */
  ages: number[];
}

/** Sockets opened at once: with more, handshakes time out while all wait. */
const BATCH_SIZE = 50;
const SLICES = 50;
/** The last positions of a window may still arrive. */
const SETTLE_MS = 500;

let drivers: WebSocket[] = [];
let dispatchers: WebSocket[] = [];
let ages: number[] = [];
let sequence = 0;
let latitude = 25.2;

process.on('disconnect', () => process.exit());
process.on('message', (question: SocketQuestion) => {
  void answer(question).then((reply) => process.send?.(reply));
});

async function answer(question: SocketQuestion): Promise<PositionTally | 'open' | 'closed'> {
  switch (question.what) {
    case 'open':
      await open(question);
      return 'open';
    case 'window':
      return window(question.seconds);
    case 'close':
      for (const socket of [...drivers, ...dispatchers]) socket.close();
      drivers = [];
      dispatchers = [];
      return 'closed';
  }
}

async function open({ ports, drivers: tokens, dispatcher }: SocketQuestion & { what: 'open' }) {
  dispatchers = await Promise.all(ports.map((port) => connectBare(port, dispatcher, readAges)));
  for (let first = 0; first < tokens.length; first += BATCH_SIZE) {
    const some = tokens.slice(first, first + BATCH_SIZE);
    const connecting = some.map((token, index) =>
      connectBare(ports[(first + index) % ports.length] ?? 0, token),
    );
    drivers.push(...(await Promise.all(connecting)));
  }
}

/** By the clock, not by the timer, which is late: no position is left out because of that. */
async function window(seconds: number): Promise<PositionTally> {
  ages = [];
  const began = performance.now();
  let sent = 0;
  for (let done = 0; done < seconds * SLICES; ) {
    const due = Math.min(seconds * SLICES, Math.floor(((performance.now() - began) * SLICES) / 1_000));
    for (; done < due; done += 1) {
      if (done % SLICES === 0) {
        sequence += 1;
        latitude += 0.00005;
      }
      for (let index = done % SLICES; index < drivers.length; index += SLICES) {
        drivers[index]?.send(ping());
        sent += 1;
      }
    }
    await pause(5);
  }
  const took = (performance.now() - began) / 1_000;
  await pause(SETTLE_MS);
  return { sent, seconds: took, ages };
}

function ping(): string {
  const point = { sequence, latitude, longitude: 51.45, accuracy: 6, recordedAt: new Date().toISOString() };
  return `42${JSON.stringify(['location', { points: [{ ...point, heading: 90, speed: 5 }] }])}`;
}

/** Of a relayed message, or of a frame of the service. */
function readAges(text: string): void {
  const now = Date.now();
  const [event, payload] = JSON.parse(text.slice(text.indexOf('['))) as [string, Relayed & Frame];
  if (event === 'location') ages.push(now - Date.parse(payload.points[0]?.recordedAt ?? ''));
  if (event !== 'locations' || payload.full) return;
  const sentAt = Date.parse(payload.at);
  for (const [, , , , age] of payload.drivers) ages.push(now - sentAt + age);
}

interface Relayed {
  points: { recordedAt: string }[];
}

interface Frame {
  at: string;
  full: boolean;
  drivers: [string, number, number, number | null, number][];
}
