import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { IdempotentResult } from '../../kernel/http/idempotency.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { principalAs, signedIn } from '../../kernel/http/principal.ts';
import { referencedId } from '../../kernel/http/referenced-id.ts';
import { readOrder } from '../orders/orders.ts';
import { checkoutCommands } from './checkout-commands.ts';
import { Confirmations } from './confirmations.ts';
import { renderCheckout } from './render-checkout.ts';
import { renderPlaced } from './render-placed.ts';
import { renderShippingOptions } from './render-shipping-options.ts';

type CheckoutOperation =
  | 'openCheckout'
  | 'getCheckout'
  | 'updateCheckout'
  | 'cancelCheckout'
  | 'listShippingOptions'
  | 'confirmCheckout';

/** Operations on a buyer's own checkouts; other buyers' checkouts give 404. */
export function checkoutHandlers(
  deps: Dependencies & { serviceArea: ServiceArea },
): Pick<Handlers, CheckoutOperation> {
  const { database } = deps;
  const commands = checkoutCommands(deps);
  const confirmations = new Confirmations(deps);

  return {
    openCheckout: async ({ caller, locale, idempotency }) => {
      const { accountId } = signedIn(caller);
      const settings = await deps.settings.values();
      const opened = await commands.open({ accountId, locale, idempotency, settings });
      // A new checkout is rendered from what was just written; a repeat shows its current state.
      const { parts, replayed } =
        'parts' in opened
          ? { ...opened, replayed: false }
          : {
              ...(await commands.read({ checkoutId: openedBefore(opened.repeated), accountId })),
              replayed: true,
            };
      return { status: 201, body: renderCheckout({ ...deps, settings }, parts, locale), replayed };
    },

    getCheckout: async ({ caller, params, locale }) => {
      const { accountId } = signedIn(caller);
      const settings = await deps.settings.values();
      const { parts } = await commands.read({ checkoutId: params.id, accountId });
      return { status: 200, body: renderCheckout({ ...deps, settings }, parts, locale) };
    },

    updateCheckout: async ({ caller, params, locale, body: choices }) => {
      const { accountId } = signedIn(caller);
      const settings = await deps.settings.values();
      const parts = await commands.update({ checkoutId: params.id, accountId, locale, choices, settings });
      return { status: 200, body: renderCheckout({ ...deps, settings }, parts, locale) };
    },

    cancelCheckout: async ({ caller, params }) => {
      const { accountId } = signedIn(caller);
      await commands.cancel({ checkoutId: params.id, accountId });
      return { status: 204 };
    },

    listShippingOptions: async ({ caller, params, locale }) => {
      const { accountId } = signedIn(caller);
      const settings = await deps.settings.values();
      const facts = await commands.read({ checkoutId: params.id, accountId, methods: true });
      return { status: 200, body: renderShippingOptions({ ...deps, settings }, facts, locale) };
    },

    confirmCheckout: async (request) => {
      const { accountId } = signedIn(request.caller);
      const principal = { ...principalAs(request.caller, 'BUYER'), accountId };
      const { locale } = request;
      const settings = await deps.settings.values();
      const { orderId, placed } = await confirmations.confirm({
        checkoutId: request.params.id,
        expectedTotal: request.body?.expectedTotal?.amount ?? null,
        ...{ principal, origin: request, locale, settings },
      });
      // The order already existed: this repeats an earlier request, with or without a key.
      if (placed === null)
        return { status: 201, body: await readOrder(database, orderId, accountId, locale), replayed: true };
      return { status: 201, body: renderPlaced(placed, locale) };
    },
  };
}

function openedBefore({ reference }: IdempotentResult): string {
  return referencedId(reference, 'checkoutId');
}
