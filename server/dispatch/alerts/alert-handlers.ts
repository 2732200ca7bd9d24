import { WaslError } from '../../../actors/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers, OperationReply, OperationRequest } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { signedIn } from '../../kernel/http/principal.ts';
import { changeAlert } from './alert-book.ts';
import type { AlertDependencies } from './alert-consumer.ts';
import { type AlertStep, acknowledging, resolving } from './alert-steps.ts';
import { type Alert, countAlerts, findAlert, listAlerts, lockAlert, readChanges } from './alert-store.ts';
import { changingAlerts, type Happened } from './changing-alerts.ts';
import { renderAlert, renderAlertDetail } from './render-alert.ts';
import { shownSubjects } from './subjects-store.ts';

const MAX_SUBJECTS = 200;

type AlertOperation = 'listAlerts' | 'getAlert' | 'acknowledgeAlert' | 'resolveAlert';

export function alertHandlers(deps: Dependencies & AlertDependencies): Pick<Handlers, AlertOperation> {
  const cursors = new Cursors(deps.secrets);
  return {
    async listAlerts({ query }) {
      const { limit = DEFAULT_LIMIT, cursor, ...filter } = query;
      const scope = `alerts:${JSON.stringify(Object.entries(filter).sort())}`;
      const position = cursors.decode(scope, cursor);
      const after =
        position === null ? null : { raisedAt: new Date(position[0] ?? 0), id: String(position[1]) };
      const [rows, counts] = await Promise.all([
        listAlerts(deps.database, filter, after, limit + 1),
        countAlerts(deps.database),
      ]);
      const keyOf = (alert: Alert) => [alert.raisedAt.getTime(), alert.id];
      return { status: 200, body: { ...cursors.page(scope, rows, limit, keyOf, renderAlert), counts } };
    },
    async getAlert({ params: { id } }) {
      const alert = await findAlert(deps.database, id);
      if (alert === null) throw noSuchAlert();
      const subjects = await shownSubjects(deps.database, id, MAX_SUBJECTS);
      const history = await readChanges(deps.database, id);
      return { status: 200, body: renderAlertDetail(alert, subjects, history), etag: alert.version };
    },
    acknowledgeAlert: (request) => edit(deps, request, acknowledging),
    resolveAlert: (request) => edit(deps, request, resolving),
  };
}

/** Applies the step to the locked alert, once per Idempotency-Key. */
async function edit<Op extends 'acknowledgeAlert' | 'resolveAlert'>(
  deps: Dependencies & AlertDependencies,
  request: OperationRequest<Op>,
  step: AlertStep,
): Promise<OperationReply<Op>> {
  const { accountId } = signedIn(request.caller);
  const { id } = request.params as { id: string };
  const { note = null } = (request.body ?? {}) as { note?: string };
  let replayed = false;
  await changingAlerts(deps, async (trx) => {
    const happened: Happened[] = [];
    const result = await idempotently(trx, request.idempotency, async () => {
      const alert = await locked(trx, id);
      const at = deps.clock.now();
      const taken = step(alert, { accountId, at, note });
      if (taken !== null) {
        const change = { change: taken.change, at, accountId, note, requestId: request.requestId };
        happened.push({ alert: await changeAlert(trx, alert, taken.patch, change), change: taken.change });
      }
      return { status: 200, reference: { id } };
    });
    replayed = result.replayed;
    return happened;
  });
  const alert = await findAlert(deps.database, id);
  if (alert === null) throw noSuchAlert();
  return {
    status: 200,
    body: renderAlert(alert) as OperationReply<Op>['body'],
    etag: alert.version,
    replayed,
  } as OperationReply<Op>;
}

async function locked(trx: Transaction, id: string): Promise<Alert> {
  const alert = await lockAlert(trx, id);
  if (alert === null) throw noSuchAlert();
  return alert;
}

function noSuchAlert(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such alert.' });
}
