import { WaslError } from '../../actors/errors.ts';
import type { OutboxRow } from '../../actors/runtime/store.ts';
import type { Transaction } from '../../db/database.ts';
import { Alert } from '../../db/models/alert.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { Dependencies } from '../dependencies.ts';
import { idempotently } from '../http/idempotency.ts';
import type { Handlers, OperationReply, OperationRequest } from '../http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../http/page.ts';
import { signedIn } from '../http/principal.ts';
import { sendPushes } from '../live-pushes.ts';
import { type AlertDependencies, leaveUpdated } from './alert-consumer.ts';
import { listAlerts } from './alert-store.ts';
import { renderAlert } from './render-alert.ts';

type AlertOperation = 'listAlerts' | 'acknowledgeAlert' | 'resolveAlert';
type Edit = Partial<
  Pick<Alert, 'status' | 'acknowledgedAt' | 'acknowledgedBy' | 'resolvedAt' | 'resolvedBy' | 'note'>
>;

export function alertHandlers(deps: Dependencies & AlertDependencies): Pick<Handlers, AlertOperation> {
  const cursors = new Cursors(deps.secrets);
  return {
    async listAlerts({ query }) {
      const { status, limit = DEFAULT_LIMIT, cursor } = query;
      const scope = `alerts:${status ?? ''}`;
      const position = cursors.decode(scope, cursor);
      const after =
        position === null ? null : { raisedAt: new Date(position[0] ?? 0), id: String(position[1]) };
      const filter = status === undefined ? {} : { status };
      const rows = await listAlerts(deps.database, filter, after, limit + 1);
      const keyOf = (alert: Alert) => [alert.raisedAt.getTime(), alert.id];
      return { status: 200, body: cursors.page(scope, rows, limit, keyOf, renderAlert) };
    },
    acknowledgeAlert: (request) =>
      edit(deps, request, (alert, by, at) => {
        if (alert.status !== 'OPEN') return null;
        return { status: 'ACKNOWLEDGED', acknowledgedAt: at, acknowledgedBy: by };
      }),
    resolveAlert: (request) =>
      edit(deps, request, (alert, by, at) => {
        if (alert.status === 'RESOLVED') return null;
        return { status: 'RESOLVED', resolvedAt: at, resolvedBy: by, note: request.body?.note ?? null };
      }),
  };
}

/** Applies `change` to the locked alert; null means that it has taken effect already. */
async function edit<Op extends 'acknowledgeAlert' | 'resolveAlert'>(
  deps: Dependencies & AlertDependencies,
  request: OperationRequest<Op>,
  change: (alert: Alert, by: string, at: Date) => Edit | null,
): Promise<OperationReply<Op>> {
  const { accountId } = signedIn(request.caller);
  const { id } = request.params as { id: string };
  let left: OutboxRow | null = null;
  const { replayed } = await inTransaction(deps.database, (trx) =>
    idempotently(trx, request.idempotency, async () => {
      const alert = await locked(trx, id);
      const patch = change(alert, accountId, deps.clock.now());
      if (patch !== null) {
        await Alert.query(trx)
          .findById(id)
          .patch({ ...patch, version: alert.version + 1 });
        left = await leaveUpdated(trx, { ...alert, ...patch, version: alert.version + 1 });
      }
      return { status: 200, reference: { id } };
    }),
  );
  const alert = await Alert.query(deps.database).findById(id);
  if (alert === undefined) throw noSuchAlert();
  await sendPushes(deps, left);
  return {
    status: 200,
    body: renderAlert(alert) as OperationReply<Op>['body'],
    replayed,
  } as OperationReply<Op>;
}

async function locked(trx: Transaction, id: string): Promise<Alert> {
  const alert = await Alert.query(trx).findById(id).forUpdate();
  if (alert === undefined) throw noSuchAlert();
  return alert;
}

function noSuchAlert(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such alert.' });
}
