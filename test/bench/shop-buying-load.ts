// A child of `npm run bench -- shop`: shoppers who buy, each taking its next step once the previous one is answered.
import type { components } from '../../server/kernel/http/api-types.ts';
import { type Ask, CHECKOUT_WAYS, fillCart, type Way } from '../worlds/shopper.ts';
import { Conversation, type Reply } from './conversation.ts';

type Schemas = components['schemas'];

export interface Shopper {
  token: string;
  addressId: string;
}

/** Whole turns are begun for this many seconds, or until there are this many. */
export type Extent = { seconds: number } | { turns: number };

export type Buying = { url: string } & (
  | { what: 'cart'; connections: number; offerIds: readonly string[] }
  | { what: 'flow'; way: Way; shoppers: readonly Shopper[]; offerIds: readonly string[]; methodId: string }
  | { what: 'bare'; path: string; connections: number }
);

export type BuyingOrder = Buying & { extent: Extent };

export interface BuyingTally {
  /** Whole turns: an addition and a read of the cart, or a placed order. */
  turns: number;
  seconds: number;
  /** Milliseconds of each whole turn. */
  latencies: number[];
  failed: string[];
}

/** Lines that a guest adds before another guest begins with an empty cart. */
const LINES = 4;
const API = '/api/v1';

type Turn = (conversation: Conversation, turn: number) => Promise<void>;

process.on('message', (order: BuyingOrder) => {
  void run(order).then((tally) => process.send?.(tally));
});

async function run(order: BuyingOrder): Promise<BuyingTally> {
  const turns = turnsOf(order);
  const tally: BuyingTally = { turns: 0, seconds: 0, latencies: [], failed: [] };
  const began = performance.now();
  const goesOn = lasting(order.extent, began);
  await Promise.all(
    turns.map(async (turn, index) => {
      const conversation = await Conversation.open(order.url);
      try {
        for (let count = index; goesOn(); count += 1) {
          const at = performance.now();
          await turn(conversation, count);
          tally.latencies.push(performance.now() - at);
          tally.turns += 1;
        }
      } catch (error) {
        tally.failed.push(error instanceof Error ? error.message : String(error));
      } finally {
        conversation.close();
      }
    }),
  );
  tally.seconds = (performance.now() - began) / 1_000;
  return tally;
}

/** Called before each turn. */
function lasting(extent: Extent, began: number): () => boolean {
  if ('seconds' in extent) return () => performance.now() < began + extent.seconds * 1_000;
  let begun = 0;
  return () => {
    begun += 1;
    return begun <= extent.turns;
  };
}

function turnsOf(order: Buying): Turn[] {
  if (order.what === 'flow') return order.shoppers.map((shopper) => buy(order, shopper));
  const each = order.what === 'cart' ? () => addAndRead(order.offerIds) : () => bare(order.path);
  return Array.from({ length: order.connections }, each);
}

function bare(path: string): Turn {
  return async (conversation, turn) => {
    succeeded(await conversation.ask('POST', path, '', JSON.stringify({ turn })));
  };
}

function addAndRead(offerIds: readonly string[]): Turn {
  let guest = '';
  let lines = 0;
  return async (conversation, turn) => {
    const offerId = offerIds[(turn * 7) % offerIds.length];
    const body = JSON.stringify({ offerId, quantity: 1 });
    const cart = succeeded<Schemas['Cart']>(await conversation.ask('POST', `${API}/cart/items`, guest, body));
    guest = `X-Cart-Token: ${cart.token}\r\n`;
    succeeded(await conversation.ask('GET', `${API}/cart`, guest));
    lines += 1;
    if (lines % LINES === 0) guest = '';
  };
}

/** From an empty cart to a placed order of two lines. */
function buy({ offerIds, methodId, way }: Buying & { what: 'flow' }, { token, addressId }: Shopper): Turn {
  const auth = `Authorization: Bearer ${token}\r\n`;
  return async (conversation, turn) => {
    const ask: Ask = async <T>(method: string, path: string, body?: object) => {
      const json = method === 'GET' ? undefined : JSON.stringify(body ?? {});
      return succeeded<T>(await conversation.ask(method, API + path, auth, json));
    };
    const at = (turn * 7) % offerIds.length;
    const two = [offerIds[at], offerIds[(at + 1) % offerIds.length]].filter((id) => id !== undefined);
    const purchase = { offerIds: two, addressId, methodId };
    await fillCart(ask, purchase);
    await CHECKOUT_WAYS[way](ask, purchase);
  };
}

/** The response's body, whose format the API's own tests check. */
function succeeded<T>({ status, body }: Reply): T {
  if (status < 200 || status > 299) throw new Error(`${status}: ${body.slice(0, 300)}`);
  return JSON.parse(body) as T;
}
