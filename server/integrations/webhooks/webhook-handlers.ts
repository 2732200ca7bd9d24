import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { ownSellerId } from '../../kernel/http/principal.ts';
import { webhookOperations } from './webhook-operations.ts';

type SellerOperation =
  | 'listWebhooks'
  | 'createWebhook'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'rotateWebhookSecret'
  | 'testWebhook'
  | 'replayWebhook'
  | 'listWebhookDeliveries'
  | 'getWebhookDelivery'
  | 'replayWebhookDelivery';

type PlatformOperation =
  | 'listPlatformWebhooks'
  | 'createPlatformWebhook'
  | 'getPlatformWebhook'
  | 'updatePlatformWebhook'
  | 'deletePlatformWebhook'
  | 'rotatePlatformWebhookSecret'
  | 'testPlatformWebhook'
  | 'replayPlatformWebhook'
  | 'listPlatformWebhookDeliveries'
  | 'getPlatformWebhookDelivery'
  | 'replayPlatformWebhookDelivery';

type Needed = Pick<Dependencies, 'config' | 'database' | 'ids' | 'clock' | 'secrets'>;

/** A shop's webhooks, for its owner. */
export function sellerWebhookHandlers(deps: Needed): Pick<Handlers, SellerOperation> {
  const of = webhookOperations(deps, ownSellerId);
  return {
    listWebhooks: of.list,
    createWebhook: of.create,
    getWebhook: of.get,
    updateWebhook: of.update,
    deleteWebhook: of.remove,
    rotateWebhookSecret: of.rotate,
    testWebhook: of.test,
    replayWebhook: of.replay,
    listWebhookDeliveries: of.listDeliveries,
    getWebhookDelivery: of.getDelivery,
    replayWebhookDelivery: of.replayDelivery,
  };
}

/** The platform's webhooks, for administrators. */
export function platformWebhookHandlers(deps: Needed): Pick<Handlers, PlatformOperation> {
  const of = webhookOperations(deps, () => null);
  return {
    listPlatformWebhooks: of.list,
    createPlatformWebhook: of.create,
    getPlatformWebhook: of.get,
    updatePlatformWebhook: of.update,
    deletePlatformWebhook: of.remove,
    rotatePlatformWebhookSecret: of.rotate,
    testPlatformWebhook: of.test,
    replayPlatformWebhook: of.replay,
    listPlatformWebhookDeliveries: of.listDeliveries,
    getPlatformWebhookDelivery: of.getDelivery,
    replayPlatformWebhookDelivery: of.replayDelivery,
  };
}
