import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { Server } from 'socket.io';
import { projectRoot } from '../../db/root.ts';
import { consoleRouter } from '../../server/consoles/consoles.ts';
import { changeTask, makeBoard, makeUpstream, moveDrivers } from './board-answers.ts';

const EMPTY = { data: [], page: { nextCursor: null, hasMore: false }, counts: [] };
const EPOCH = 'bench';
const HEARTBEAT = 5_000;
const SECOND = 1_000;

export interface BoardServer {
  url: string;
  close(): Promise<void>;
}

/** The built console, with responses in the service's format: a board of a given size that changes every second. */
export async function serveBoard(drivers: number, tasks: number, changes: number): Promise<BoardServer> {
  const board = makeBoard(drivers, tasks);
  const text = JSON.stringify(board);
  const app = express();
  const consolesDir = join(projectRoot, 'dist', 'web');
  app.use(
    '/dispatch',
    consoleRouter({
      surface: 'dispatch',
      consolesDir,
      map: { styleUrl: null, origins: [] },
      streetRoutes: false,
      demo: true,
      minPasswordLength: 10,
      demoAccounts: async () => [],
    }),
  );
  app.post('/api/v1/auth/refresh', (_, res) => {
    res.json({
      accessToken: 'bench',
      tokenType: 'Bearer',
      expiresIn: 900,
      refreshToken: '',
      account: ACCOUNT,
    });
  });
  app.get('/api/v1/dispatch/board', (_, res) => res.type('json').send(text));
  app.get('/api/v1/dispatch/upstream', (_, res) => res.json(makeUpstream()));
  app.get('/api/v1/*rest', (_, res) => res.json(EMPTY));
  const http = createServer(app);
  const io = new Server(http, { serveClient: false });
  let seq = 0;
  io.on('connection', (socket) => {
    const room = { room: 'dispatch', live: true, epoch: EPOCH, seq, snapshot: true, events: [] };
    const at = new Date().toISOString();
    const expiresAt = new Date(Date.now() + 900_000).toISOString();
    socket.emit('live.hello', { at, live: true, heartbeatEvery: HEARTBEAT, expiresAt, rooms: [room] });
    socket.on('subscribe', (_, reply: (answer: object) => void) => reply({ ok: true, ...room, seq }));
  });
  let second = 0;
  const timer = setInterval(() => {
    second += 1;
    io.emit('locations', moveDrivers(board, second));
    for (let count = 0; count < changes; count += 1) {
      const task = board.tasks[(second * changes + count) % board.tasks.length];
      if (task === undefined) continue;
      seq += 1;
      const stamp = { room: 'dispatch', epoch: EPOCH, seq, id: randomUUID(), at: new Date().toISOString() };
      io.emit('task.updated', changeTask(task, second), stamp);
    }
    if (second % 5 === 0) io.emit('live.heartbeat', { at: new Date().toISOString(), live: true });
  }, SECOND);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      clearInterval(timer);
      await io.close();
    },
  };
}

export const ACCOUNT = {
  id: '019c4692-0a2d-73cb-b3a5-907e36e2b71e',
  email: 'dispatcher@bench.wasl.example',
  displayName: 'Bench',
  roles: ['DISPATCHER'],
  locale: 'en',
};
