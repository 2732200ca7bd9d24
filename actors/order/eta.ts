import { accepted, unchanged } from '../machines/decision.ts';
import type { Decision } from '../runtime/machine.ts';
import type { Events, Given, Happened, OfTask, OnTask, TaskCommands, TaskTurn } from './behaviour.ts';
import type { TaskStatus } from './state.ts';
import { inTask, quietEvent } from './turn.ts';

/**
 * The driver actor says when its stops will be reached. Arrivals are shown and watched, but nothing is decided on
 * them. They are part of the state, so that every event that is pushed holds them: one that a newer one has overtaken is
 * never shown.
 */
export type EtaCommand = Given<'eta-changed', EtaPayload>;

/** When the driver will be at the doors, RFC 3339; `driverVersion` orders what one driver says. */
export type EtaPayload = OnTask & {
  offerId: string;
  driverVersion: number;
  pickupEta?: string | null;
  dropoffEta?: string | null;
};

/** Null: that stop is behind the driver. */
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

/** With a driver who is on the way to one of its doors. */
const UNDER_WAY: readonly TaskStatus[] = ['ACCEPTED', 'PICKED_UP', 'IN_TRANSIT', 'ARRIVED'];

/** What a driver actor says of a task that is another's by now, or in an older version, says nothing. */
function etaChanged(at: TaskTurn<EtaCommand>): Decision<EtaEvent> {
  const { task, command } = at;
  const { offerId, driverVersion, pickupEta = null, dropoffEta = null } = command;
  const { offer, status } = task;
  if (offer?.offerId !== offerId || !UNDER_WAY.includes(status)) return unchanged();
  if (offer.etaOf !== undefined && offer.etaOf >= driverVersion) return unchanged();
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
