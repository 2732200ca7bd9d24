import type { Decision } from '../runtime/machine.ts';
import type { DriverApplied } from './applying.ts';
import { type ApprovalCommand, type ApprovalEvent, approvalCommands, approvalEvents } from './approval.ts';
import type { DriverTurn, EventRules, Events, FactsFor, TableCommand } from './behaviour.ts';
import { type BreakCommand, type BreakEvent, type BreakFacts, breakCommands, breakEvents } from './break.ts';
import {
  type CarryOverCommand,
  type CarryOverEvent,
  carryOverCommands,
  carryOverEvents,
} from './carry-over.ts';
import {
  type CollectionCommand,
  type CollectionEvent,
  collectionCommands,
  collectionEvents,
} from './collection.ts';
import {
  type FailedWorkCommand,
  type FailedWorkEvent,
  failedWorkCommands,
  failedWorkEvents,
} from './failed-work.ts';
import {
  type HandOverCommand,
  type HandOverEvent,
  type HandOverFacts,
  handOverCommands,
  handOverEvents,
} from './hand-over.ts';
import { type OfferCommand, type OfferEvent, type OfferFacts, offerCommands, offerEvents } from './offers.ts';
import {
  type ReversalCommand,
  type ReversalEvent,
  type ReversalFacts,
  reversalCommands,
  reversalEvents,
} from './reversal.ts';
import {
  type RouteCommand,
  type RouteEditingFacts,
  type RouteEvent,
  routeCommands,
  routeEvents,
} from './route-editing.ts';
import {
  type SettlementCommand,
  type SettlementEvent,
  type SettlementFacts,
  settlementCommands,
  settlementEvents,
} from './settlement.ts';
import { type ShiftCommand, type ShiftEvent, type ShiftFacts, shiftCommands, shiftEvents } from './shift.ts';
import { type StopCommand, type StopEvent, type StopFacts, stopCommands, stopEvents } from './stops.ts';
import {
  type TakingOnCommand,
  type TakingOnEvent,
  type TakingOnFacts,
  takingOnCommands,
  takingOnEvents,
} from './taking-on.ts';

/*
 * The behaviours of the driver actor. Each file has the behaviour's commands, events and effects:
 *
 *   applying       a person applies as a driver; this creates the actor
 *   approval       dispatchers approve, reject, suspend, reinstate; set zones, cash limit and capacity
 *   shift          a shift starts, follows a plan, runs over, ends
 *   break          breaks during a shift, and breaks that last too long
 *   carry-over     cash that may stay with the driver beyond the end of the shift
 *   offers         capacity and cash are reserved for a task, or refused; the order confirms or releases
 *   taking-on      a reserved task becomes work, and its stops are inserted into the route
 *   stops          arrivals and departures, until the work is done
 *   failed-work    a delivery failed: another attempt, or back to the seller
 *   hand-over      goods on board go to another driver
 *   collection     cash collected at a door
 *   reversal       a completion is reversed: its cash is returned, its goods are on board again
 *   settlement     cash handed in and counted
 *   route-editing  sequence, locks and times of the stops
 *
 * Shared helpers that derive from the state: cash-figures, departure, eta, goods-stop, legs, remove-work, route. States
 * are in state.ts, the commands allowed in each status in transitions.ts. The maps below are exhaustive: a command
 * without a decision, an event without `evolve`, or a table with an unknown command does not compile.
 */

export type DriverCommand =
  | ApprovalCommand
  | ShiftCommand
  | BreakCommand
  | CarryOverCommand
  | OfferCommand
  | TakingOnCommand
  | StopCommand
  | FailedWorkCommand
  | HandOverCommand
  | CollectionCommand
  | ReversalCommand
  | SettlementCommand
  | RouteCommand;
export type DriverCommandType = DriverCommand['type'];

/** The facts of the commands that need more than the time; the server supplies them. */
export type NeededFacts = ShiftFacts &
  BreakFacts &
  OfferFacts &
  TakingOnFacts &
  StopFacts &
  HandOverFacts &
  ReversalFacts &
  SettlementFacts &
  RouteEditingFacts;

export type DriverFacts = { [K in DriverCommandType]: FactsFor<NeededFacts, K> };
export type AnyDriverFacts = DriverFacts[DriverCommandType];

/** Every event after the driver's application. */
export type LaterEvent =
  | ApprovalEvent
  | ShiftEvent
  | BreakEvent
  | CarryOverEvent
  | OfferEvent
  | TakingOnEvent
  | StopEvent
  | FailedWorkEvent
  | HandOverEvent
  | CollectionEvent
  | ReversalEvent
  | SettlementEvent
  | RouteEvent;

export type DriverEvent = DriverApplied | LaterEvent;
export type DriverEventType = DriverEvent['type'];

type CommandOf<K> = Extract<DriverCommand, { type: K }>;
type EventOf<K> = Extract<LaterEvent, { type: K }>;
type Decide<K> = (at: DriverTurn<CommandOf<K>, FactsFor<NeededFacts, K>>) => Decision<LaterEvent>;

const commands: { readonly [K in DriverCommandType | TableCommand]: Decide<K> } = {
  ...approvalCommands,
  ...shiftCommands,
  ...breakCommands,
  ...carryOverCommands,
  ...offerCommands,
  ...takingOnCommands,
  ...stopCommands,
  ...failedWorkCommands,
  ...handOverCommands,
  ...collectionCommands,
  ...reversalCommands,
  ...settlementCommands,
  ...routeCommands,
};

const events: Events<LaterEvent> = {
  ...approvalEvents,
  ...shiftEvents,
  ...breakEvents,
  ...carryOverEvents,
  ...offerEvents,
  ...takingOnEvents,
  ...stopEvents,
  ...failedWorkEvents,
  ...handOverEvents,
  ...collectionEvents,
  ...reversalEvents,
  ...settlementEvents,
  ...routeEvents,
};

export function decisionOf<K extends DriverCommandType>(type: K): Decide<K> {
  return commands[type];
}

export function rulesOf<K extends LaterEvent['type']>(type: K): EventRules<EventOf<K>> {
  return events[type];
}
