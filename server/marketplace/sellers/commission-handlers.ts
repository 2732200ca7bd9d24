import type { CommissionPlan } from '../../../db/models/commission-plan.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Caller, Handlers } from '../../kernel/http/operation.ts';
import { Cursors } from '../../kernel/http/page.ts';
import { signedIn } from '../../kernel/http/principal.ts';
import { readPlans } from './commission-plan-store.ts';
import { assignPlan, changePlan, createPlan, readPlan } from './commission-plans.ts';
import { renderSeller } from './render-seller.ts';
import { readSeller } from './seller-store.ts';

type CommissionOperation =
  | 'listCommissionPlans'
  | 'createCommissionPlan'
  | 'updateCommissionPlan'
  | 'setSellerCommissionPlan';

/** Operations on commission plans. */
export function commissionHandlers(
  deps: Pick<Dependencies, 'database' | 'ids' | 'clock' | 'secrets'>,
): Pick<Handlers, CommissionOperation> {
  const { database, ids, clock } = deps;
  const cursors = new Cursors(deps.secrets);
  const context = ({ caller, requestId, ip }: { caller: Caller; requestId: string; ip: string }) => ({
    ids,
    by: signedIn(caller),
    requestId,
    ip,
  });
  const answer = async (id: string, { status = 200, replayed = false } = {}) => {
    const body = render(await readPlan(database, id));
    return { status, body, etag: body.version, replayed };
  };

  return {
    listCommissionPlans: async ({ query }) => {
      const read = (behind: string | null, count: number) => readPlans(database, behind, count);
      return { status: 200, body: await cursors.byId('commission-plans', query, read, render) };
    },

    createCommissionPlan: async (request) => {
      const result = await inTransaction(database, (trx) =>
        idempotently(trx, request.idempotency, async () => ({
          status: 201,
          reference: { planId: await createPlan(trx, context(request), request.body) },
        })),
      );
      return answer(result.reference.planId ?? '', result);
    },

    updateCommissionPlan: async (request) => {
      const { params, ifMatch, body } = request;
      await inTransaction(database, (trx) => changePlan(trx, context(request), params.id, ifMatch, body));
      return answer(params.id);
    },

    setSellerCommissionPlan: async (request) => {
      const { params, ifMatch, body } = request;
      await inTransaction(database, (trx) =>
        assignPlan(trx, context(request), params.id, ifMatch, body.commissionPlanId),
      );
      const seller = renderSeller(await readSeller(database, params.id, clock.now()));
      return { status: 200, body: seller, etag: seller.version };
    },
  };
}

function render(plan: CommissionPlan): components['schemas']['CommissionPlanDetail'] {
  const { id, name, percent, isDefault, version } = plan;
  return { id, name, percent, isDefault, version, createdAt: plan.createdAt.toISOString() };
}
