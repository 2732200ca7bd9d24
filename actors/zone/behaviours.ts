import type { Decision } from '../runtime/machine.ts';
import { type BatchCommand, type BatchEvent, batchCommands, batchEvents } from './batch.ts';
import type { EventRules, Events, TicketFacts, ZoneTurn } from './behaviour.ts';
import { type ChoiceCommand, type ChoiceEvent, choiceCommands, choiceEvents } from './choice.ts';
import type { ZoneCreated } from './creation.ts';
import { type OutcomeCommand, type OutcomeEvent, outcomeCommands, outcomeEvents } from './outcome.ts';
import { type QueueCommand, type QueueEvent, queueCommands, queueEvents } from './queue.ts';

/*
 * The behaviours of the zone actor. Each file has the behaviour's commands, events and effects:
 *
 *   creation  the zone is created, and with it the actor
 *   queue     tickets of waiting tasks enter the queue and leave it
 *   batch     tickets are gathered, so that drivers are chosen for all of them together
 *   choice    a driver is chosen for a ticket, or none fits, and why
 *   outcome   an offer was refused, denied or settled; a ticket is tried again
 *
 * The maps below are exhaustive: a command without a decision or an event without `evolve` does not compile.
 */

export type ZoneCommand = QueueCommand | BatchCommand | ChoiceCommand | OutcomeCommand;
export type ZoneCommandType = ZoneCommand['type'];

/** Facts that the server supplies with every command. */
export type AnyZoneFacts = TicketFacts;

/** Every event after the zone's creation. */
export type LaterEvent = QueueEvent | BatchEvent | ChoiceEvent | OutcomeEvent;

export type ZoneEvent = ZoneCreated | LaterEvent;
export type ZoneEventType = ZoneEvent['type'];

type Decide<K> = (at: ZoneTurn<Extract<ZoneCommand, { type: K }>>) => Decision<LaterEvent>;

const commands: { readonly [K in ZoneCommandType]: Decide<K> } = {
  ...queueCommands,
  ...batchCommands,
  ...choiceCommands,
  ...outcomeCommands,
};

const events: Events<LaterEvent> = {
  ...queueEvents,
  ...batchEvents,
  ...choiceEvents,
  ...outcomeEvents,
};

export function decisionOf<K extends ZoneCommandType>(type: K): Decide<K> {
  return commands[type];
}

export function rulesOf<K extends LaterEvent['type']>(type: K): EventRules<Extract<LaterEvent, { type: K }>> {
  return events[type];
}
