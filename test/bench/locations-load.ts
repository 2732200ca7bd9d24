// A child of `npm run bench -- locations`: drivers on bare WebSockets, each with one ping a second, spread evenly.
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { connectBare } from './bare-socket.ts';

const [port = '0', acknowledged = 'no'] = process.argv.slice(2);
/** Sockets opened at once: with more, handshakes time out while all wait. */
const BATCH_SIZE = 50;
const SLICES = 50;

interface Driver {
  socket: WebSocket;
  sequence: number;
  latitude: number;
}

const drivers: Driver[] = [];
const ack = acknowledged === 'yes' ? '0' : '';

process.on('disconnect', () => process.exit());
process.on('message', (wanted: number) => {
  void open(wanted).then(() => process.send?.({ drivers: drivers.length }));
});

async function open(wanted: number): Promise<void> {
  while (drivers.length < wanted) {
    const count = Math.min(BATCH_SIZE, wanted - drivers.length);
    const sockets = Array.from({ length: count }, () => connectBare(Number(port), randomUUID()));
    for (const socket of await Promise.all(sockets)) {
      drivers.push({ socket, sequence: 0, latitude: 25.1 + Math.random() / 4 });
    }
  }
}

/** By the clock, not by the timer, which is late: no ping is left out because of that. */
const began = performance.now();
let done = 0;
setInterval(() => {
  const due = Math.floor(((performance.now() - began) * SLICES) / 1_000);
  for (; done < due; done += 1) {
    for (let index = done % SLICES; index < drivers.length; index += SLICES) {
      const driver = drivers[index];
      if (driver?.socket.readyState === WebSocket.OPEN) ping(driver);
    }
  }
}, 1_000 / SLICES);

function ping(driver: Driver): void {
  driver.sequence += 1;
  driver.latitude += 0.0001;
  const recordedAt = new Date().toISOString();
  const point = {
    sequence: driver.sequence,
    latitude: driver.latitude,
    longitude: 51.45,
    accuracy: 6,
    recordedAt,
  };
  driver.socket.send(
    `42${ack}${JSON.stringify(['location', { points: [{ ...point, heading: 90, speed: 11 }] }])}`,
  );
}
