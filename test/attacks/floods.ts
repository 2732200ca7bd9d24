import { request } from 'node:http';
import { freshAddress } from '../support/service.ts';

/** A place in the sources, and what stood there before the finding was mended. */
export interface Edit {
  file: string;
  find: string;
  replace: string;
}

export interface Target {
  url: string;
  offerId: string;
  driverToken: string;
}

/** An attack of the security review that harms others while it goes on. */
export interface Flood {
  finding: string;
  what: string;
  /** Takes the mending out. */
  undo: readonly Edit[];
  attack(target: Target): Promise<unknown>;
}

const MIB = 2 ** 20;
const many = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => work(index)));

export const FLOODS: readonly Flood[] = [
  {
    finding: 'S1',
    what: 'six JSON bodies of 11 MiB without a token',
    undo: [
      {
        file: 'server/kernel/http/api.ts',
        find: '      authorize(operation, caller);\n',
        replace: '',
      },
      {
        file: 'server/kernel/http/api.ts',
        find: '(body) => this.#handle(admitted, body)',
        replace: 'async (body) => { authorize(operation, caller); await this.#handle(admitted, body); }',
      },
      {
        file: 'server/kernel/http/request-body.ts',
        find: 'operation.takesBody ? bodyLimitFor(operation, type, this.#usual) : MAX_EMPTY_BYTES',
        replace: `operation.takesBody || bodyLimitFor === undefined ? ${11 * MIB} : MAX_EMPTY_BYTES`,
      },
      {
        file: 'server/kernel/http/request-body.ts',
        find: '(declared ?? limit) <= this.#usual',
        replace: 'limit > 0',
      },
    ],
    attack: ({ url }) => {
      const body = Buffer.alloc(11 * MIB, '{},');
      body[0] = '['.charCodeAt(0);
      body.write('{}]', body.length - 3);
      return many(6, () => send(`${url}/api/v1/dispatch/zones`, body, {}));
    },
  },
  {
    finding: 'S2',
    what: 'an id with urn:uuid: in front, among sixty guests, twenty times',
    undo: [
      { file: 'server/kernel/http/formats.ts', find: ".addFormat('uuid', UUID)", replace: '' },
      { file: 'db/batched-command.ts', find: '/^(22|23|40|55)/', replace: '/^(23|40|55)/' },
    ],
    attack: async ({ url, offerId }) => {
      for (let round = 0; round < 20; round += 1) {
        const body = Buffer.from(JSON.stringify({ offerId: `urn:uuid:${offerId}`, quantity: 1 }));
        await send(`${url}/api/v1/cart/items`, body, {}).catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  },
  {
    finding: 'S5',
    what: '150 sign-ins at once, from as many addresses',
    undo: [
      {
        file: 'server/kernel/security/passwords.ts',
        find: '{ permits: 2, maxWaiting: 32, timeoutMs: 10_000 }',
        replace: '{ permits: 1_000, maxWaiting: 1_000, timeoutMs: 60_000 }',
      },
    ],
    attack: ({ url }) =>
      many(150, (index) => {
        const body = { email: `nobody-${index}@flood.wasl.example`, password: 'not-the-password' };
        return send(`${url}/api/v1/auth/login`, Buffer.from(JSON.stringify(body)), {});
      }),
  },
  {
    finding: 'S10',
    what: 'ten bodies of 85,000 empty positions, by a driver',
    undo: [
      {
        file: 'server/kernel/http/request-validator.ts',
        find: 'size > MAX_EXAMINED_BYTES ? this.#first : this.#all',
        replace: 'size < 0 ? this.#first : this.#all',
      },
    ],
    attack: ({ url, driverToken }) => {
      const body = Buffer.from(JSON.stringify({ points: Array.from({ length: 85_000 }, () => ({})) }));
      return many(10, () =>
        send(`${url}/api/v1/driver/locations`, body, { Authorization: `Bearer ${driverToken}` }),
      );
    },
  },
  {
    finding: 'S11',
    what: 'ten bodies nested 100,000 deep, by a guest',
    undo: [
      { file: 'server/kernel/http/request-body.ts', find: '  refuseDeepNesting(content);\n', replace: '' },
    ],
    attack: ({ url }) =>
      many(10, () =>
        send(`${url}/api/v1/cart/items`, Buffer.from('['.repeat(100_000) + ']'.repeat(100_000)), {}),
      ),
  },
  {
    finding: 'S24',
    what: '/metrics asked for thirty times at once',
    undo: [
      {
        file: 'server/kernel/metrics/metrics-exchange.ts',
        find: 'const SHARE_MS = 1_000;',
        replace: 'const SHARE_MS = 0;',
      },
    ],
    attack: ({ url }) => many(30, async () => (await fetch(`${url}/metrics`)).arrayBuffer()),
  },
];

/** Sends a body in one piece, from an address of its own. Resolves with the status; rejects when there is no answer. */
function send(url: string, body: Buffer, headers: Record<string, string>): Promise<number> {
  const own = { 'Content-Type': 'application/json', 'Content-Length': String(body.length), ...headers };
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: { 'X-Forwarded-For': freshAddress(), ...own },
      timeout: 60_000,
    });
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end(body);
  });
}
