import { driverMachine } from '../../actors/driver/machine.ts';
import { orderMachine } from '../../actors/order/machine.ts';
import type { PiggybackedOutbox } from '../../actors/runtime/piggybacked-outbox.ts';
import { type Registry, register } from '../../actors/runtime/registry.ts';
import { type Pusher, Relay } from '../../actors/runtime/relay.ts';
import { TimerRunner } from '../../actors/runtime/timer-runner.ts';
import { zoneMachine } from '../../actors/zone/machine.ts';
import { realTimers } from '../../db/real-timers.ts';
import { ActorCreator } from '../../db/stores/actor-creator.ts';
import { PgOutboxStore } from '../../db/stores/outbox-store.ts';
import { PgTimerStore } from '../../db/stores/timer-store.ts';
import { accountsSlice } from '../accounts/accounts.ts';
import { alertsSlice } from '../dispatch/alerts/alerts.ts';
import { AssignmentDesk, assignmentSlice, zoneFacts } from '../dispatch/assignment/assignment.ts';
import { driverFacts } from '../dispatch/drivers/drivers.ts';
import { openPlanPool, type PlanPool } from '../dispatch/planning/planning.ts';
import { routesSlice } from '../dispatch/routes/routes.ts';
import { composeTravel, type Travel } from '../dispatch/travel/travel.ts';
import { ZoneDirectory } from '../dispatch/zones/zones.ts';
import { webhooksSlice } from '../integrations/webhooks/webhooks.ts';
import { ActorGateway } from '../kernel/actors/actor-gateway.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { meteredRuntime } from '../kernel/metrics/metered-runtime.ts';
import { deliverEffects } from '../kernel/outbox/emit.ts';
import { tracedPusher, tracedRuntime } from '../kernel/tracing/traced-runtime.ts';
import { inventorySlice } from '../marketplace/inventory/inventory.ts';
import { type InvoicePool, openInvoicePool } from '../marketplace/invoices/invoices.ts';
import { orderFacts } from '../marketplace/orders/orders.ts';
import { openPaperPool, type PaperPool } from '../marketplace/payouts/payouts.ts';
import { notificationsSlice } from '../notifications/notifications.ts';
import type { Base } from './compose-base.ts';
import { composeRuntime } from './compose-runtime.ts';

/** Milliseconds a closing process waits for running effects; the worker sweeps the rest. */
const DRAIN_TIMEOUT_MS = 8_000;

export interface Actors {
  deps: Dependencies &
    Pick<Base, 'clockWatch' | 'present' | 'presence' | 'serviceArea' | 'metrics'> &
    Travel & {
      pusher: Pusher;
      outbox: PiggybackedOutbox;
      zones: ZoneDirectory;
      desk: AssignmentDesk;
      plans: PlanPool;
      invoices: InvoicePool;
      papers: PaperPool;
    };
  relay: Relay;
  timers: TimerRunner;
}

/**
 * Composes the actors: machines with their facts, the runtime, the relay with its consumers, and the gateway for
 * handlers.
 */
export async function composeActors(base: Base, sender: Pusher): Promise<Actors> {
  const { database, clock, ids, secrets, log, metrics, tracing } = base;
  const pusher = tracing === null ? sender : tracedPusher(sender, tracing);
  const zones = new ZoneDirectory(database, base.present);
  const travel = composeTravel(base, zones);
  const sources = { ...base, ...travel, zones };
  const registry: Registry = {
    order: register(orderMachine, orderFacts(sources)),
    driver: register(driverMachine, driverFacts(sources)),
    zone: register(zoneMachine, zoneFacts(sources)),
  };
  const composed = await composeRuntime(base, registry);
  const metered = meteredRuntime(composed.runtime, metrics);
  const runtime = tracing === null ? metered : tracedRuntime(metered, tracing);
  const outbox = composed.outbox(new PgOutboxStore(database));
  const relay = new Relay({
    runtime,
    outbox,
    pusher,
    timers: realTimers,
    held: () => base.clockWatch.wrong,
    onFailure: (error, { id, effect }, parked) => {
      metrics.effectFailed(effect.do === 'consume' ? effect.consumer : effect.do, parked);
      log[parked ? 'error' : 'warn'](
        { err: error, effectId: id, effect: effect.do, parked },
        'an effect failed',
      );
    },
  });
  composed.useRelay(relay);
  deliverEffects(database, (row) => relay.deliver(row));
  const actors = new ActorGateway({
    runtime,
    registry,
    creator: new ActorCreator(),
    relay,
    clock,
    ids,
    secrets,
  });
  const desk = new AssignmentDesk(sources);
  const plans = openPlanPool();
  base.closers.add('planning', () => plans.close());
  const invoices = openInvoicePool();
  base.closers.add('drawing of invoices', () => invoices.close());
  const papers = openPaperPool();
  base.closers.add('drawing of statements', () => papers.close());
  const deps = { ...base, ...travel, actors, pusher, outbox, zones, desk, plans, invoices, papers };
  relay.useConsumers({
    ...accountsSlice.consumers(deps),
    ...notificationsSlice.consumers(deps),
    ...inventorySlice.consumers(deps),
    ...alertsSlice.consumers(deps),
    ...assignmentSlice.consumers(deps),
    ...routesSlice.consumers(deps),
    ...webhooksSlice.consumers(deps),
  });
  base.closers.add('effects under way', () => relay.drain(DRAIN_TIMEOUT_MS));
  const timers = new TimerRunner({
    runtime,
    timers: new PgTimerStore(database),
    clock,
    onFailure: (error, timer, parked) => {
      metrics.timers(parked ? 'parked' : 'failed', 1);
      log[parked ? 'error' : 'warn'](
        { err: error, timer: timer.name, ref: timer.ref, parked },
        'a timer failed',
      );
    },
  });
  return { deps, relay, timers };
}
