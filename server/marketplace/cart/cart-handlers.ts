import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers, OperationReply, OperationRequest } from '../../kernel/http/operation.ts';
import { cartOwner, findCart } from './cart-store.ts';
import { Carts } from './carts.ts';
import { clear } from './change-cart.ts';
import type { FilledCart } from './filled-cart-store.ts';
import { renderCart } from './render-cart.ts';

type CartOperation = 'getCart' | 'clearCart' | 'addCartItem' | 'updateCartItem' | 'removeCartItem';

/** Operations for guests and buyers. A guest's token is in the response body and the X-Cart-Token header. */
export function cartHandlers(deps: Dependencies): Pick<Handlers, CartOperation> {
  const { database, ids } = deps;
  const carts = new Carts(database, ids);

  async function add(request: OperationRequest<'addCartItem'>): Promise<OperationReply<'addCartItem'>> {
    const { body, idempotency } = request;
    const owner = ownerOf(request);
    const wanted = { how: 'ADD', ...body } as const;
    // A guest without a valid token gets a new one, which a repeated response could not contain because only its hash
    // is stored.
    if (idempotency === null || !(owner.kind === 'account' || (await findCart(database, owner)) !== null))
      return answer(request, await carts.change(owner, wanted));
    let cart = null as FilledCart | null;
    const { replayed } = await inTransaction(database, (trx) =>
      idempotently(trx, idempotency, async () => {
        cart = await carts.changeWithin(trx, owner, wanted);
        return { status: 200, reference: { cartId: cart.id } };
      }),
    );
    return answer(request, cart ?? (await carts.read(owner)), replayed);
  }

  return {
    getCart: async (request) => answer(request, await carts.read(ownerOf(request))),

    clearCart: async (request) => {
      const owner = ownerOf(request);
      await inTransaction(database, (trx) => clear(trx, owner));
      return answer(request, await carts.read(owner));
    },

    addCartItem: add,

    updateCartItem: async (request) => {
      const { params, body } = request;
      const wanted = { how: 'SET', lineId: params.id, quantity: body.quantity } as const;
      return answer(request, await carts.change(ownerOf(request), wanted));
    },

    removeCartItem: async (request) => {
      const wanted = { how: 'SET', lineId: request.params.id, quantity: 0 } as const;
      return answer(request, await carts.change(ownerOf(request), wanted));
    },
  };
}

function answer(
  { locale }: OperationRequest<CartOperation>,
  cart: FilledCart | null,
  replayed = false,
): OperationReply<CartOperation> {
  const body = renderCart(cart, locale);
  const headers = body.token === null ? {} : { 'X-Cart-Token': body.token };
  return { status: 200, body, headers, replayed };
}

function ownerOf(request: OperationRequest<CartOperation>) {
  return cartOwner(request.caller, request.cartToken);
}
