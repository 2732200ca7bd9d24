// A child of `npm run bench -- shop`: buyers who all want the same offer at the same moment, each over its own
// connection.
import { type Ask, CHECKOUT_WAYS, fillCart, type Purchase } from '../worlds/shopper.ts';
import { Conversation } from './conversation.ts';
import type { Shopper } from './shop-buying-load.ts';

export type FlashOrder = { url: string } & (
  | ({ do: 'fill' | 'rush'; shoppers: readonly Shopper[] } & Omit<Purchase, 'addressId'>)
  | { do: 'bare'; path: string; buyers: number }
);

export interface FlashTally {
  /** Buyers by outcome: "bought", or the request that was refused with its status and code. */
  endings: Record<string, number>;
  /** Milliseconds of every response. */
  latencies: number[];
  seconds: number;
}

type Buyer = (conversation: Conversation, answered: (took: number) => void) => Promise<void>;

const API = '/api/v1';
/** Connections opened at a time, and carts filled at a time: none of it is measured. */
const BATCH_SIZE = 50;

class Refusal extends Error {}

process.on('message', (order: FlashOrder) => {
  void run(order).then((tally) => process.send?.(tally));
});

async function run(order: FlashOrder): Promise<FlashTally> {
  const buyers = buyersOf(order);
  const tally: FlashTally = { endings: {}, latencies: [], seconds: 0 };
  const ready: (() => Promise<void>)[] = [];
  for (let from = 0; from < buyers.length; from += BATCH_SIZE) {
    const some = await Promise.all(
      buyers.slice(from, from + BATCH_SIZE).map(async (buyer) => {
        const conversation = await Conversation.open(order.url);
        return () => act(buyer, conversation, tally);
      }),
    );
    if (order.do === 'fill') await Promise.all(some.map((go) => go()));
    else ready.push(...some);
  }
  const began = performance.now();
  await Promise.all(ready.map((go) => go()));
  tally.seconds = (performance.now() - began) / 1_000;
  return tally;
}

async function act(buyer: Buyer, conversation: Conversation, tally: FlashTally): Promise<void> {
  let ending = 'bought';
  try {
    await buyer(conversation, (took) => tally.latencies.push(took));
  } catch (error) {
    ending = error instanceof Refusal ? error.message : `no answer: ${String(error)}`;
  } finally {
    conversation.close();
  }
  tally.endings[ending] = (tally.endings[ending] ?? 0) + 1;
}

function buyersOf(order: FlashOrder): Buyer[] {
  if (order.do === 'bare') {
    return Array.from(
      { length: order.buyers },
      (): Buyer => async (conversation, answered) => {
        await send(conversation, answered, 'POST', order.path, '', {});
      },
    );
  }
  const { offerIds, methodId } = order;
  return order.shoppers.map(
    ({ token, addressId }): Buyer =>
      async (conversation, answered) => {
        const auth = `Authorization: Bearer ${token}\r\n`;
        const ask: Ask = (method, path, body) => send(conversation, answered, method, API + path, auth, body);
        const purchase = { offerIds, methodId, addressId };
        if (order.do === 'fill') await fillCart(ask, purchase);
        else await CHECKOUT_WAYS.five(ask, purchase);
      },
  );
}

async function send<T>(
  conversation: Conversation,
  answered: (took: number) => void,
  method: string,
  path: string,
  headers: string,
  body: object = {},
): Promise<T> {
  const began = performance.now();
  const reply = await conversation.ask(method, path, headers, JSON.stringify(body));
  answered(performance.now() - began);
  const said = JSON.parse(reply.body);
  if (reply.status < 300) return said as T;
  const step = path.replace(API, '').replace(/[0-9a-f-]{36}/g, '{id}');
  throw new Refusal(`${method} ${step} ${reply.status} ${said.code ?? ''}`.trim());
}
