import type { components } from '../../kernel/http/api-types.ts';
import type { AttemptRow, DeliveryRow } from './delivery-list-store.ts';
import type { Endpoint } from './endpoint-store.ts';

type Schemas = components['schemas'];

/** Never with its secret. */
export function renderEndpoint(endpoint: Endpoint): Schemas['Webhook'] {
  const { id, url, description, kinds, status, disabledBecause, pending, version } = endpoint;
  return {
    ...{ id, url, description, kinds: [...kinds], status, disabledBecause, pending, version },
    failingSince: endpoint.failingSince?.toISOString() ?? null,
    formerSecretUntil: endpoint.formerSecretUntil?.toISOString() ?? null,
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  };
}

export function renderListed(row: DeliveryRow): Schemas['ListedWebhookDelivery'] {
  const [last] = row.tried;
  return { ...common(row), lastAttempt: last === undefined ? null : renderAttempt(last) };
}

export function renderDelivery(row: DeliveryRow & { body: string }): Schemas['WebhookDelivery'] {
  return { ...common(row), body: row.body, tried: row.tried.map(renderAttempt) };
}

function common(row: DeliveryRow) {
  const { messageId, subjectId, subjectVersion, status, attempts } = row;
  return {
    ...{ messageId, subjectId, subjectVersion, status, attempts },
    kind: row.kind as Schemas['WebhookKind'],
    nextAttemptAt: status === 'PENDING' ? row.nextAttemptAt.toISOString() : null,
    settledAt: row.settledAt?.toISOString() ?? null,
    happenedAt: row.happenedAt.toISOString(),
  };
}

function renderAttempt({ at, durationMs, httpStatus, error, answer }: AttemptRow): Schemas['WebhookAttempt'] {
  return { at: new Date(at).toISOString(), durationMs, httpStatus, error, answer };
}
