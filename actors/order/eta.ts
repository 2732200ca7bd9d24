import { accepted, unchanged } from '../machines/decision.ts';
import type { Decision } from '../runtime/machine.ts';
import type { Events, Given, Happened, OfTask, OnTask, TaskCommands, TaskTurn } from './behaviour.ts';
import type { TaskStatus } from './state.ts';
import { inTask, quietEvent } from './turn.ts';

/**
 * The driver actor reports when its stops will be reached. The arrivals are displayed and monitored; no decision
 * depends on them. They are part of the state, so that every pushed event contains the newest ones and a client never
 * shows outdated ones.
 */
export type EtaCommand = Given<'eta-changed', EtaPayload>;

/**
 * When the driver will be at the doors, RFC 3339; `driverVersion` orders the reports of one driver. `attempt`: of the
 * retry that the driver's route already considers; absent before one.
 */
export type EtaPayload = OnTask & {
  offerId: string;
  driverVersion: number;
  pickupEta?: string | null;
  dropoffEta?: string | null;
  attempt?: number;
};

/** Null: the driver has done that stop. */
export type EtaEvent = Happened<
  'ETA_CHANGED',
  OfTask & { driverId: string; driverVersion: number; pickupEta: string | null; dropoffEta: string | null }
>;

export const etaCommands: TaskCommands<EtaCommand, EtaEvent> = {
  'eta-changed': { decide: etaChanged, fromService: true },
};

export const etaEvents: Events<EtaEvent> = {
  ETA_CHANGED: {
    evolve: inTask((task, { driverVersion, pickupEta, dropoffEta }) =>
      task.offer === undefined
        ? task
        : { ...task, offer: { ...task.offer, etaOf: driverVersion, pickupEta, dropoffEta } },
    ),
  },
};

/** Statuses in which the driver still has to reach one of the task's doors. */
const UNDER_WAY: readonly TaskStatus[] = ['ACCEPTED', 'PICKED_UP', 'IN_TRANSIT', 'ARRIVED'];

/** A report by another driver than the task's, with an older version, or about a failed attempt is ignored. */
function etaChanged(at: TaskTurn<EtaCommand>): Decision<EtaEvent> {
  const { task, command } = at;
  const { offerId, driverVersion, pickupEta = null, dropoffEta = null, attempt = 0 } = command;
  const { offer, status } = task;
  if (offer?.offerId !== offerId || !UNDER_WAY.includes(status)) return unchanged();
  if (offer.etaOf !== undefined && offer.etaOf >= driverVersion) return unchanged();
  if (attempt < (offer.attempt ?? 0)) return unchanged();
  return accepted([
    {
      ...quietEvent(at),
      type: 'ETA_CHANGED',
      driverId: offer.driverId,
      driverVersion,
      pickupEta: status === 'ACCEPTED' ? pickupEta : null,
      dropoffEta,
    },
  ]);
}
