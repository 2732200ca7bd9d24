// A child of `npm run bench -- shop`: shoppers who buy, each doing its next step once the last is answered.
import type { components } from '../../server/kernel/http/api-types.ts';
import { Conversation, type Reply } from './conversation.ts';

type Schemas = components['schemas'];

export interface Shopper {
  token: string;
  addressId: string;
}

export type BuyingOrder = { url: string; seconds: number } & (
  | { what: 'cart'; connections: number; offerIds: readonly string[] }
  | { what: 'flow'; shoppers: readonly Shopper[]; offerIds: readonly string[]; methodId: string }
  | { what: 'bare'; path: string; connections: number }
);

export interface BuyingTally {
  /** Whole turns: an addition and a look at the cart, or a placed order. */
  turns: number;
  seconds: number;
  failed: string[];
}

/** Lines a guest puts in before another guest begins with an empty cart. */
const LINES = 4;
const API = '/api/v1';

type Turn = (conversation: Conversation, turn: number) => Promise<void>;

process.on('message', (order: BuyingOrder) => {
  void run(order).then((tally) => process.send?.(tally));
});

async function run(order: BuyingOrder): Promise<BuyingTally> {
  const turns = turnsOf(order);
  const tally: BuyingTally = { turns: 0, seconds: 0, failed: [] };
  const began = performance.now();
  const until = began + order.seconds * 1_000;
  await Promise.all(
    turns.map(async (turn, index) => {
      const conversation = await Conversation.open(order.url);
      try {
        for (let count = index; performance.now() < until; count += 1) {
          await turn(conversation, count);
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

function turnsOf(order: BuyingOrder): Turn[] {
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
function buy(order: BuyingOrder & { what: 'flow' }, { token, addressId }: Shopper): Turn {
  const { offerIds, methodId } = order;
  const auth = `Authorization: Bearer ${token}\r\n`;
  return async (conversation, turn) => {
    const post = async <T>(path: string, body?: object) =>
      succeeded<T>(await conversation.ask('POST', API + path, auth, JSON.stringify(body ?? {})));
    const at = (turn * 7) % offerIds.length;
    for (const offerId of [offerIds[at], offerIds[(at + 1) % offerIds.length]])
      await post('/cart/items', { offerId, quantity: 1 });
    const { id, lines } = await post<Schemas['Checkout']>('/checkouts');
    const sellerIds = new Set(lines.map((line) => line.sellerId));
    const shipping = [...sellerIds].map((sellerId) => ({ sellerId, methodId }));
    const choices = JSON.stringify({ addressId, shipping, paymentMethod: 'COD' });
    succeeded(await conversation.ask('PATCH', `${API}/checkouts/${id}`, auth, choices));
    await post(`/checkouts/${id}/confirm`);
  };
}

/** The answer's body, whose form the API's own tests check. */
function succeeded<T>({ status, body }: Reply): T {
  if (status < 200 || status > 299) throw new Error(`${status}: ${body.slice(0, 300)}`);
  return JSON.parse(body) as T;
}
