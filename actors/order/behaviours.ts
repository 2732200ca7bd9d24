import {
  type AcceptanceCommand,
  type AcceptanceEvent,
  acceptanceCommands,
  acceptanceEvents,
} from './acceptance.ts';
import {
  type AssignmentCommand,
  type AssignmentEvent,
  type AssignmentFacts,
  assignmentCommands,
  assignmentEvents,
} from './assignment.ts';
import {
  type AssignmentByHandCommand,
  type AssignmentByHandEvent,
  type AssignmentByHandFacts,
  assignmentByHandCommands,
  assignmentByHandEvents,
} from './assignment-by-hand.ts';
import { type AttemptCommand, type AttemptEvent, attemptCommands, attemptEvents } from './attempts.ts';
import type {
  EventRules,
  Events,
  FactsFor,
  GroupRules,
  GroupTableCommand,
  TaskRules,
  TaskTableCommand,
} from './behaviour.ts';
import {
  type CancellationCommand,
  type CancellationEvent,
  cancellationCommands,
  cancellationEvents,
} from './cancellation.ts';
import {
  type DeliveryCommand,
  type DeliveryEvent,
  type DeliveryFacts,
  deliveryCommands,
  deliveryEvents,
} from './delivery.ts';
import { type EtaCommand, type EtaEvent, etaCommands, etaEvents } from './eta.ts';
import { type HandOverCommand, type HandOverEvent, handOverCommands, handOverEvents } from './hand-over.ts';
import { type OfferCommand, type OfferEvent, type OfferFacts, offerCommands, offerEvents } from './offer.ts';
import type { OrderPlaced } from './placing.ts';
import {
  type PreparationCommand,
  type PreparationEvent,
  type PreparationFacts,
  preparationCommands,
  preparationEvents,
} from './preparation.ts';
import {
  type ReturnGroupCommand,
  type ReturnGroupEvent,
  type ReturnTaskCommand,
  type ReturnTaskEvent,
  returnEvents,
  returnGroupCommands,
  returnTaskCommands,
} from './return.ts';
import { type ReversalCommand, type ReversalEvent, reversalCommands, reversalEvents } from './reversal.ts';
import {
  type TransportCommand,
  type TransportEvent,
  transportCommands,
  transportEvents,
} from './transport.ts';

/*
 * What the order actor does, each in a file of its own with its commands, its events, and what follows from them:
 *
 *   placing             the checkout places the order: it begins with its groups
 *   acceptance          a seller accepts or rejects its group, or misses the deadline
 *   preparation         the seller packs, and says that the goods are ready: there is a task, and a driver is sought
 *   cancellation        a group ends before its goods are with a driver
 *   assignment          a driver has reserved: the order assigns the task or denies it; a waiting task is queued again
 *   assignment-by-hand  a dispatcher chooses the driver
 *   offer               the driver accepts or declines; the offer lapses, or the task is taken back
 *   transport           the driver picks up, sets off, arrives
 *   eta                 when the driver will be at the doors
 *   delivery            the code, the cash, the completion; later the cash is settled
 *   attempts            an attempt fails, and is repeated
 *   return              goods go back to the seller, or are written off
 *   reversal            a completion is taken back
 *   hand-over           goods on board go to another driver
 *
 * round.ts holds what those share that look for a driver. A behaviour's states are in state.ts, and what is allowed
 * in which status in transitions.ts. The maps below are exhaustive: a command without `decide` or an event without
 * `evolve` does not compile, nor does a table that names an unknown command.
 */

/** `accept` names a group or a task: the id it carries says which. */
export type GroupCommand = AcceptanceCommand | PreparationCommand | CancellationCommand | ReturnGroupCommand;

export type TaskCommand =
  | AssignmentCommand
  | AssignmentByHandCommand
  | OfferCommand
  | TransportCommand
  | EtaCommand
  | DeliveryCommand
  | AttemptCommand
  | ReturnTaskCommand
  | ReversalCommand
  | HandOverCommand;

export type OrderCommand = GroupCommand | TaskCommand;
export type OrderCommandType = OrderCommand['type'];

/** The facts of the commands that need more than the time: the server supplies them. */
export type NeededFacts = PreparationFacts &
  AssignmentFacts &
  AssignmentByHandFacts &
  OfferFacts &
  DeliveryFacts;

/** Command type → the facts that come with it. */
export type OrderFacts = { [K in OrderCommandType]: FactsFor<NeededFacts, K> };
export type AnyOrderFacts = OrderFacts[OrderCommandType];

/** The events of a group or its task. */
export type GroupEvent =
  | AcceptanceEvent
  | PreparationEvent
  | CancellationEvent
  | AssignmentEvent
  | AssignmentByHandEvent
  | OfferEvent
  | TransportEvent
  | EtaEvent
  | DeliveryEvent
  | AttemptEvent
  | ReturnTaskEvent
  | ReturnGroupEvent
  | ReversalEvent
  | HandOverEvent;

export type OrderEvent = OrderPlaced | GroupEvent;
export type OrderEventType = OrderEvent['type'];

type GroupCommandOf<K> = Extract<GroupCommand, { type: K }>;
type TaskCommandOf<K> = Extract<TaskCommand, { type: K }>;
type GroupEventOf<K> = Extract<GroupEvent, { type: K }>;

const groupCommands: {
  readonly [K in GroupCommand['type'] | GroupTableCommand]: GroupRules<
    GroupCommandOf<K>,
    GroupEvent,
    FactsFor<NeededFacts, K>
  >;
} = {
  ...acceptanceCommands,
  ...preparationCommands,
  ...cancellationCommands,
  ...returnGroupCommands,
};

const taskCommands: {
  readonly [K in TaskCommand['type'] | TaskTableCommand]: TaskRules<
    TaskCommandOf<K>,
    GroupEvent,
    FactsFor<NeededFacts, K>
  >;
} = {
  ...assignmentCommands,
  ...assignmentByHandCommands,
  ...offerCommands,
  ...transportCommands,
  ...etaCommands,
  ...deliveryCommands,
  ...attemptCommands,
  ...returnTaskCommands,
  ...reversalCommands,
  ...handOverCommands,
};

const events: Events<GroupEvent> = {
  ...acceptanceEvents,
  ...preparationEvents,
  ...cancellationEvents,
  ...assignmentEvents,
  ...assignmentByHandEvents,
  ...offerEvents,
  ...transportEvents,
  ...etaEvents,
  ...deliveryEvents,
  ...attemptEvents,
  ...returnEvents,
  ...reversalEvents,
  ...handOverEvents,
};

export function groupRules<K extends GroupCommand['type']>(
  type: K,
): GroupRules<GroupCommandOf<K>, GroupEvent, FactsFor<NeededFacts, K>> {
  return groupCommands[type];
}

export function taskRules<K extends TaskCommand['type']>(
  type: K,
): TaskRules<TaskCommandOf<K>, GroupEvent, FactsFor<NeededFacts, K>> {
  return taskCommands[type];
}

export function rulesOf<K extends GroupEvent['type']>(type: K): EventRules<GroupEventOf<K>> {
  return events[type];
}

export function namesGroup(command: OrderCommand): command is GroupCommand {
  return 'groupId' in command;
}
