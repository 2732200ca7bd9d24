import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers, OperationReply, OperationRequest } from '../../kernel/http/operation.ts';
import { cartOwner, findCart, type OwnedCart } from './cart-store.ts';
import { addItem, clear, removeItem, setQuantity } from './change-cart.ts';
import { renderCart } from './render-cart.ts';
import { SharedCarts } from './shared-carts.ts';

type CartOperation = 'getCart' | 'clearCart' | 'addCartItem' | 'updateCartItem' | 'removeCartItem';

/** Guests and buyers alike; a guest's token is in the answer and in its X-Cart-Token header. */
export function cartHandlers(deps: Dependencies): Pick<Handlers, CartOperation> {
  const { database, ids } = deps;
  const carts = new SharedCarts(database, ids);

  /** @param changed The cart that was changed: a guest's may have come with a fresh token. */
  async function answer(
    request: OperationRequest<CartOperation>,
    changed: OwnedCart | null,
    replayed = false,
  ): Promise<OperationReply<CartOperation>> {
    const asked = ownerOf(request);
    const owner = asked.kind === 'guest' && changed !== null ? { ...asked, token: changed.token } : asked;
    const body = renderCart(await carts.read(owner), request.locale);
    const headers = body.token === null ? {} : { 'X-Cart-Token': body.token };
    return { status: 200, body, headers, replayed };
  }

  return {
    getCart: (request) => answer(request, null),

    clearCart: async (request) =>
      answer(request, await inTransaction(database, (trx) => clear(trx, ownerOf(request)))),

    addCartItem: async (request) => {
      const { body, idempotency } = request;
      const owner = ownerOf(request);
      if (idempotency === null) {
        const cart =
          (await carts.add(owner, body)) ??
          (await inTransaction(database, (trx) => addItem(trx, ids, owner, body)));
        return answer(request, cart);
      }
      // A guest whose token opens nothing is given a fresh one, which no repeat could tell it again.
      const known = owner.kind === 'account' || (await findCart(database, owner)) !== null;
      let cart = null as OwnedCart | null;
      const result = await inTransaction(database, (trx) =>
        idempotently(trx, known ? idempotency : null, async () => {
          cart = await addItem(trx, ids, owner, body);
          return { status: 200, reference: { cartId: cart.id } };
        }),
      );
      return answer(request, cart, result.replayed);
    },

    updateCartItem: async (request) => {
      const { params, body } = request;
      const change = inTransaction(database, (trx) =>
        setQuantity(trx, ownerOf(request), params.id, body.quantity),
      );
      return answer(request, await change);
    },

    removeCartItem: async (request) => {
      const { params } = request;
      return answer(
        request,
        await inTransaction(database, (trx) => removeItem(trx, ownerOf(request), params.id)),
      );
    },
  };
}

function ownerOf(request: OperationRequest<CartOperation>) {
  return cartOwner(request.caller, request.cartToken);
}
