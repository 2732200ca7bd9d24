import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import { doneWithin } from '../../../db/deadline.ts';
import { atOnce, inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { principalAs, signedIn } from '../../kernel/http/principal.ts';
import { referencedId } from '../../kernel/http/referenced-id.ts';
import { readOrder } from '../orders/orders.ts';
import type { CheckoutParts } from './checkout-store.ts';
import { Confirmations } from './confirmations.ts';
import { cancelCheckout } from './end-checkouts.ts';
import { openAtOnce, openCheckout } from './open-checkout.ts';
import { readCheckout, renderCheckout } from './render-checkout.ts';
import { renderPlaced } from './render-placed.ts';
import { renderShippingOptions } from './render-shipping-options.ts';
import { updateAtOnce, updateCheckout } from './update-checkout.ts';

/** Milliseconds an answer waits for the new order's notifications and pushes; they go out all the same. */
const PUBLISHED = 1_000;

type CheckoutOperation =
  | 'openCheckout'
  | 'getCheckout'
  | 'updateCheckout'
  | 'cancelCheckout'
  | 'listShippingOptions'
  | 'confirmCheckout';

/** A buyer's own checkouts; anybody else's answer 404. */
export function checkoutHandlers(
  deps: Dependencies & { serviceArea: ServiceArea },
): Pick<Handlers, CheckoutOperation> {
  const { database } = deps;
  const confirmations = new Confirmations(deps);

  return {
    openCheckout: async ({ caller, locale, idempotency }) => {
      const { accountId } = signedIn(caller);
      const settings = await deps.settings.values();
      const opening = { accountId, locale };
      const open = { ...deps, settings };
      if (idempotency === null) {
        const parts = await atOnce(openAtOnce(database, open, opening));
        if (parts !== null) return { status: 201, body: await renderCheckout(deps, parts, locale) };
      }
      let opened = null as CheckoutParts | null;
      const result = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          const parts = idempotency === null ? null : await openAtOnce(trx, open, opening);
          opened = parts ?? (await openCheckout(trx, open, opening));
          return { status: 201, reference: { checkoutId: opened.checkout.id } };
        }),
      );
      // What has just been written need not be read; a repeat shows what has become of it.
      const body =
        result.replayed || opened === null
          ? await readCheckout(deps, referencedId(result.reference, 'checkoutId'), accountId, locale)
          : await renderCheckout(deps, opened, locale);
      return { status: result.status, body, replayed: result.replayed };
    },

    getCheckout: async ({ caller, params, locale }) => ({
      status: 200,
      body: await readCheckout(deps, params.id, signedIn(caller).accountId, locale),
    }),

    updateCheckout: async ({ caller, params, locale, body: choices }) => {
      const { accountId } = signedIn(caller);
      const update = { checkoutId: params.id, accountId, locale, choices };
      const settings = await deps.settings.values();
      const change = { ...deps, settings };
      const parts =
        (await atOnce(updateAtOnce(database, change, update))) ??
        (await inTransaction(database, (trx) => updateCheckout(trx, change, update)));
      return { status: 200, body: await renderCheckout(deps, parts, locale) };
    },

    cancelCheckout: async ({ caller, params }) => {
      const { accountId } = signedIn(caller);
      await inTransaction(database, (trx) => cancelCheckout(trx, deps, params.id, accountId));
      return { status: 204 };
    },

    listShippingOptions: async ({ caller, params, locale }) => ({
      status: 200,
      body: await renderShippingOptions(deps, params.id, signedIn(caller).accountId, locale),
    }),

    confirmCheckout: async (request) => {
      const { accountId } = signedIn(request.caller);
      const principal = { ...principalAs(request.caller, 'BUYER'), accountId };
      const { locale } = request;
      const settings = await deps.settings.values();
      const { orderId, placed, published } = await confirmations.confirm({
        checkoutId: request.params.id,
        ...{ principal, origin: request, locale, settings },
      });
      // An order that stood already: this answer repeats an earlier one, with or without a key.
      if (placed === null)
        return { status: 201, body: await readOrder(database, orderId, accountId, locale), replayed: true };
      await doneWithin(published, PUBLISHED);
      return { status: 201, body: renderPlaced(placed, locale) };
    },
  };
}
