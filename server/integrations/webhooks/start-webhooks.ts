import type { Config } from '../../kernel/process/config.ts';
import { OutsideClient, type Resolve } from '../../kernel/security/outside-client.ts';
import {
  CONNECT_TIMEOUT_MS,
  MAX_UNDER_WAY,
  REQUEST_TIMEOUT_MS,
  WebhookSender,
  type WebhookSenderDependencies,
} from './webhook-sender.ts';

/** Milliseconds that a closing process waits for answers. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Starts sending webhooks.
 * @param resolve Replaces the look-up of names, for tests.
 */
export function startWebhooks(
  deps: Omit<WebhookSenderDependencies, 'outside'> & { config: Pick<Config, 'outside'> },
  resolve?: Resolve,
): { close(): Promise<void> } {
  const limits = {
    requestMs: REQUEST_TIMEOUT_MS,
    connectMs: CONNECT_TIMEOUT_MS,
    // Never fewer than requests: webhooks of many owners may be at one host, and none waits for another's.
    socketsPerHost: MAX_UNDER_WAY,
  };
  const outside = new OutsideClient(deps.config.outside, resolve, limits);
  const sender = new WebhookSender({ ...deps, outside });
  return {
    close: async () => {
      await sender.close(CLOSE_TIMEOUT_MS);
      outside.close();
    },
  };
}
