import { accepted, unchanged } from '../machines/decision.ts';
import { type Alert, closeAlert, notify, raiseAlert, returnStock } from '../machines/effect.ts';
import type { Effect } from '../runtime/machine.ts';
import type { Events, Given, GroupCommands, Happened, OfGroup, OnGroup, Reaction } from './behaviour.ts';
import { aboutSeller, toBuyer } from './reaction.ts';
import { groupEvent, groupHasReached } from './turn.ts';

/** The seller accepts or rejects its part of the order. Passing the deadline alerts people but changes no status. */
export type AcceptanceCommand =
  | Given<'accept', OnGroup>
  | Given<'reject', OnGroup>
  /** From the timer `accept:<groupId>`. */
  | Given<'deadline-passed', OnGroup>;

export type AcceptanceEvent =
  | Happened<'GROUP_ACCEPTED', OfGroup>
  | Happened<'GROUP_REJECTED', OfGroup>
  | Happened<'ACCEPTANCE_DEADLINE_MISSED', OfGroup>;

export const acceptanceCommands: GroupCommands<AcceptanceCommand, AcceptanceEvent> = {
  accept: {
    decide: (at) => accepted([{ ...groupEvent(at), type: 'GROUP_ACCEPTED' }]),
    repeats: groupHasReached('ACCEPTED'),
  },
  reject: {
    decide: (at) => accepted([{ ...groupEvent(at), type: 'GROUP_REJECTED' }]),
    repeats: (status) => status === 'REJECTED',
  },
  'deadline-passed': {
    decide: (at) =>
      at.group.deadlineMissed
        ? unchanged()
        : accepted([{ ...groupEvent(at), type: 'ACCEPTANCE_DEADLINE_MISSED' }]),
    repeats: () => true,
  },
};

export const acceptanceEvents: Events<AcceptanceEvent> = {
  GROUP_ACCEPTED: {
    evolve: (group, event) => ({ ...group, acceptedAt: event.at }),
    react: (reaction) => [...deadlineOver(reaction), notify('GROUP_ACCEPTED', toBuyer(reaction))],
  },
  GROUP_REJECTED: {
    evolve: (group, event) => ({ ...group, payment: 'VOID', endedAt: event.at }),
    react: rejected,
  },
  ACCEPTANCE_DEADLINE_MISSED: {
    evolve: (group) => ({ ...group, deadlineMissed: true }),
    react: (reaction) => {
      const about = aboutSeller(reaction);
      return [
        raiseAlert({ ...deadlineAlert(reaction.event.groupId), data: about }),
        notify('DEADLINE_MISSED', about),
      ];
    },
  },
};

function rejected(reaction: Reaction): Effect[] {
  const { groupId } = reaction.event;
  const { reason } = reaction.context;
  return [
    ...deadlineOver(reaction),
    returnStock(groupId, `reject:${groupId}`),
    notify('GROUP_REJECTED', { ...toBuyer(reaction), reason }),
    raiseAlert({
      kind: 'GROUP_REJECTED',
      dedupeKey: `group-rejected:${groupId}`,
      subjectType: 'GROUP',
      subjectId: groupId,
      data: { ...aboutSeller(reaction), reason },
    }),
  ];
}

/** @param acceptBy RFC 3339. */
export function acceptanceTimer(groupId: string, acceptBy: string): Effect {
  const name = timerName(groupId);
  return { do: 'set-timer', name, dueAt: acceptBy, type: 'deadline-passed', payload: { groupId } };
}

/** Cancels the timer and closes the alert: the seller has answered, or no answer is needed any more. */
export function deadlineOver({ event, was }: Reaction): Effect[] {
  if (was.status !== 'PENDING_ACCEPTANCE') return [];
  if (was.deadlineMissed) return [closeAlert(deadlineAlert(event.groupId))];
  return [{ do: 'cancel-timer', name: timerName(event.groupId) }];
}

function timerName(groupId: string): string {
  return `accept:${groupId}`;
}

function deadlineAlert(groupId: string): Alert {
  return {
    kind: 'ACCEPTANCE_DEADLINE_MISSED',
    dedupeKey: `acceptance-deadline:${groupId}`,
    subjectType: 'GROUP',
    subjectId: groupId,
  };
}
