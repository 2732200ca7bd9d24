import { accepted } from '../machines/decision.ts';
import { notify } from '../machines/effect.ts';
import { earlierOf, plusMinutes } from '../planning/instants.ts';
import type { Decision } from '../runtime/machine.ts';
import type {
  Events,
  Given,
  GroupCommands,
  GroupTurn,
  Happened,
  OfGroup,
  OfTask,
  OnGroup,
} from './behaviour.ts';
import { toBuyer } from './reaction.ts';
import { enqueue, type HomeZoneFacts } from './round.ts';
import { groupEvent, groupHasReached, statusOnly } from './turn.ts';

/** The seller packs the goods and reports them ready; then the delivery task is created and waits for a driver. */
export type PreparationCommand = Given<'pack', OnGroup> | Given<'ready', OnGroup>;

export interface ReadyFacts extends HomeZoneFacts {
  /** A new UUIDv7 for the task. */
  taskId: string;
  /** Minutes from ready to the latest delivery; CUSTOM counts as STANDARD. */
  dueIn: { STANDARD: number; EXPRESS: number };
}
export type PreparationFacts = { ready: ReadyFacts };

export type PreparationEvent =
  | Happened<'GROUP_PACKED', OfGroup>
  | Happened<'TASK_CREATED', OfTask & { dueBy: string; homeZoneId: string | null }>;

export const preparationCommands: GroupCommands<PreparationCommand, PreparationEvent, PreparationFacts> = {
  pack: {
    decide: (at) => accepted([{ ...groupEvent(at), type: 'GROUP_PACKED' }]),
    repeats: groupHasReached('PACKED'),
  },
  ready: {
    decide: ready,
    repeats: groupHasReached('READY_FOR_PICKUP'),
  },
};

export const preparationEvents: Events<PreparationEvent> = {
  GROUP_PACKED: { evolve: statusOnly },
  TASK_CREATED: {
    evolve: (group, { at, taskId, dueBy, homeZoneId }) => ({
      ...group,
      readyAt: at,
      task: {
        taskId,
        status: 'UNASSIGNED',
        round: 1,
        homeZoneId: homeZoneId ?? undefined,
        dueBy,
        excluded: [],
        attempt: 1,
      },
    }),
    react: (reaction) => [notify('GROUP_READY', toBuyer(reaction)), ...enqueue(reaction)],
    history: ({ dueBy, homeZoneId }) => ({ dueBy, homeZoneId }),
  },
};

function ready(at: GroupTurn<unknown, ReadyFacts>): Decision<PreparationEvent> {
  const { group, groupId, facts } = at;
  const { now, taskId, homeZoneId } = facts;
  const minutes = group.method === 'EXPRESS' ? facts.dueIn.EXPRESS : facts.dueIn.STANDARD;
  const event = groupEvent(at);
  event.moves.push({ subject: 'TASK', id: taskId, from: null, to: 'UNASSIGNED' });
  const dueBy = earlierOf(plusMinutes(now, minutes), group.promisedUntil);
  return accepted([{ ...event, type: 'TASK_CREATED', taskId, dueBy, homeZoneId }], { groupId, taskId });
}
