import type { Place } from '../../../actors/geo/service-area.ts';
import type { ZoneMap } from '../../../actors/geo/zone-map.ts';
import {
  type AnyOrderFacts,
  type NeededFacts,
  namesGroup,
  type OrderCommand,
} from '../../../actors/order/behaviours.ts';

import { findTask, type OrderState } from '../../../actors/order/state.ts';
import type { Database } from '../../../db/database.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { deliveryCodeMatches, issueDeliveryCode, openTypedCode } from './delivery-code.ts';
import { newestShiftStart } from './delivery-store.ts';

/** Source of the current delivery zones. */
interface ZoneSource {
  map(): Promise<ZoneMap>;
}

export type OrderFactsDependencies = Pick<
  Dependencies,
  'clock' | 'database' | 'ids' | 'secrets' | 'settings'
> & {
  zones: ZoneSource;
};

/** The facts supplied here; the runtime adds `now`. */
type Supplied<K extends keyof NeededFacts> = Omit<NeededFacts[K], 'now'>;
type Source<F> = (state: OrderState, command: OrderCommand) => Promise<F>;

/**
 * Facts for the order actor. They are read on the handlers' pool while the turn locks the order's row, so nothing here
 * may wait for a lock.
 */
export function orderFacts(deps: OrderFactsDependencies) {
  const homeZone = async (state: OrderState, command: OrderCommand) => ({
    homeZoneId: await homeZoneOf(deps.zones, state, command),
  });
  const sources: { readonly [K in keyof NeededFacts]: Source<Supplied<K>> } = {
    decline: homeZone,
    unassign: homeZone,
    'assign-by-hand': homeZone,
    'clear-exclusions': homeZone,
    'expire-offer': homeZone,
    'hand-assignment-failed': homeZone,
    requeue: homeZone,
    ready: async (state, command) => ({
      ...(await homeZone(state, command)),
      taskId: deps.ids.next(),
      dueIn: await dueIn(deps),
    }),
    assign: async () => {
      const { offerTimeoutSeconds } = await deps.settings.values();
      return { offerTimeoutSeconds };
    },
    'request-code': async () => ({ code: issueDeliveryCode(deps) }),
    'verify-code': async (state, command) => ({ codeMatches: codeMatches(deps, state, command) }),
  };
  const needsFacts = (type: string): type is keyof NeededFacts => Object.hasOwn(sources, type);
  return async (_key: string, state: OrderState, command: OrderCommand): Promise<AnyOrderFacts> => {
    const supplied = needsFacts(command.type) ? await sources[command.type](state, command) : {};
    // The runtime adds `now`, the turn's time.
    const facts = supplied as AnyOrderFacts;
    return tellsWhen(command)
      ? { ...facts, shiftStartedAt: await shiftStart(deps.database, command) }
      : facts;
  };
}

function tellsWhen(command: OrderCommand): boolean {
  return command.by.role === 'DRIVER' && 'occurredAt' in command && command.occurredAt !== undefined;
}

/** Start of the driver's newest shift, ended or not: a report from the phone may arrive after the shift's end. */
async function shiftStart(database: Database, { by }: OrderCommand): Promise<string | null> {
  return (await newestShiftStart(database, by.driverId ?? null))?.toISOString() ?? null;
}

async function homeZoneOf(
  zones: ZoneSource,
  state: OrderState,
  command: OrderCommand,
): Promise<string | null> {
  const pickup = pickupOf(state, command);
  return pickup === undefined ? null : (await zones.map()).homeOf(pickup);
}

function pickupOf(state: OrderState, command: OrderCommand): Place | undefined {
  if (!namesGroup(command)) return findTask(state, command.taskId)?.group.pickup;
  return Object.hasOwn(state.groups, command.groupId) ? state.groups[command.groupId]?.pickup : undefined;
}

async function dueIn({ settings }: Pick<Dependencies, 'settings'>) {
  const { standardShipping, expressShipping } = await settings.read();
  return {
    STANDARD: standardShipping.value.dueWithinHours * 60,
    EXPRESS: expressShipping.value.dueWithinHours * 60,
  };
}

/**
 * The typed code arrives sealed in the command's payload and its plain text goes no further; only whether it matches is
 * decided on and stored.
 */
function codeMatches(
  { secrets }: Pick<Dependencies, 'secrets'>,
  state: OrderState,
  command: OrderCommand & { sealedCode?: unknown },
): boolean {
  if (namesGroup(command)) return false;
  const { taskId, sealedCode } = command;
  const typed = openTypedCode(secrets, taskId, sealedCode);
  return deliveryCodeMatches(secrets, findTask(state, taskId)?.task.code, typed);
}
