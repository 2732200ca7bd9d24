import { insertionCost } from '../../../actors/assignment/insertion-cost.ts';
import type { Choice } from '../../../actors/assignment/policy.ts';
import type { Consumer } from '../../../actors/runtime/relay.ts';
import type { ZoneTicket } from '../../../actors/zone/state.ts';
import { chooseBatch } from './choose-batch.ts';
import { type ChooseDependencies, submitChoice } from './submit-choice.ts';
import { findTicket } from './ticket-store.ts';

/**
 * Consumer `choose`: chooses a driver for one waiting ticket, or for all of a zone's, and submits the choice to the
 * zone, which asks the driver. Runs outside any turn.
 */
export function chooseConsumer(deps: ChooseDependencies): Consumer<'choose'> {
  return async (asked, cause) => {
    if ('batch' in asked) return chooseBatch(deps, cause, asked.zoneId);
    const [ticket, choice] = await Promise.all([findTicket(deps.present, asked.taskId), prepare(deps)]);
    if (ticket === null || !stillWaits(ticket, asked)) return undefined;
    const chosen = await choice(ticket);
    const told = await submitChoice(deps.actors, cause, ticket, insertionCost.name, chosen);
    const { driverId } = chosen;
    if (driverId !== null)
      void (told?.effects ?? Promise.resolve()).then(() => deps.desk.kept(ticket, driverId));
    return told;
  };
}

type OfAttempt = Pick<ZoneTicket, 'zoneId' | 'round' | 'attempt'>;

function stillWaits(ticket: ZoneTicket, { zoneId, round, attempt }: OfAttempt): boolean {
  return (
    ticket.status === 'WAITING' &&
    ticket.zoneId === zoneId &&
    ticket.round === round &&
    ticket.attempt === attempt
  );
}

/** Attempts before giving up when the chosen driver turns out to be offline. */
const MAX_ATTEMPTS = 4;

/**
 * Loads the drivers while the ticket is being read. Presence may be a second old, so the chosen driver's is read again,
 * and "no candidate" counts only with fresh presence.
 */
async function prepare({ desk }: ChooseDependencies): Promise<(ticket: ZoneTicket) => Promise<Choice>> {
  let world = await desk.world();
  return async (ticket) => {
    let fresh = false;
    for (let look = 1; ; look += 1) {
      const choice = chosenOf(insertionCost.assign([ticket], world).choices);
      const { driverId } = choice;
      if (look === MAX_ATTEMPTS || (driverId === null ? fresh : await desk.isThere(driverId))) {
        if (driverId !== null) desk.promise(ticket, driverId);
        return choice;
      }
      fresh = driverId === null;
      world = await desk.world({ fresh });
    }
  };
}

function chosenOf([choice]: readonly Choice[]): Choice {
  if (choice === undefined) throw new Error('a policy decides about at least one task');
  return choice;
}
