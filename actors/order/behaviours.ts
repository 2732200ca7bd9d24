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
 * The behaviours of the order actor. Each file has the behaviour's commands, events and effects:
 *
 *   placing             the checkout places the order with its groups; this creates the actor
 *   acceptance          a seller accepts or rejects its group, or misses the deadline
 *   preparation         the seller packs and reports the goods ready: the task is created and waits for a driver
 *   cancellation        a group ends before a driver has its goods
 *   assignment          a driver has reserved: the order assigns the task or denies it; a waiting task is queued again
 *   assignment-by-hand  a dispatcher chooses the driver
 *   offer               the driver accepts or declines; the offer times out, or the task is taken back
 *   transport           the driver picks up, departs, arrives
 *   eta                 when the driver will be at the doors
 *   delivery            the code, the cash, the completion; later the cash is settled
 *   attempts            an attempt fails, and is repeated
 *   return              goods go back to the seller, or are written off
 *   reversal            a completion is reversed
 *   hand-over           goods on board go to another driver
 *
 * round.ts has what the behaviours share that look for a driver. States are in state.ts, the commands allowed in each
 * status in transitions.ts. The maps below are exhaustive: a command without `decide`, an event without `evolve`, or a
 * table with an unknown command does not compile.
 */

/** `accept` exists for groups and tasks: the id in the payload tells them apart. */
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

/** The facts of the commands that need more than the time; the server supplies them. */
export type NeededFacts = PreparationFacts &
  AssignmentFacts &
  AssignmentByHandFacts &
  OfferFacts &
  DeliveryFacts;

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
