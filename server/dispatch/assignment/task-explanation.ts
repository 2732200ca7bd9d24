import type { WeighedDriver } from '../../../actors/assignment/candidate.ts';
import type { Why } from '../../../actors/assignment/policy.ts';
import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';

type Schemas = components['schemas'];

interface ChoiceRow {
  round: number;
  at: Date;
  policy: string;
  chosen_driver_id: string | null;
  manual: boolean;
  candidates: WeighedDriver[];
  excluded_by: { [rule: string]: number };
  why: Why | null;
}

const CHOICES_SHOWN = 100;

/** Why this driver and not that one: the last hundred choices for a task, oldest first. */
export async function readExplanation(
  database: Database,
  taskId: string,
): Promise<Pick<Schemas['TaskExplanation'], 'taskId' | 'choices'>> {
  const rows = await database<ChoiceRow & { task_id: string; attempt: number }>('assignment_choices')
    .where('task_id', taskId)
    .orderBy([
      { column: 'round', order: 'desc' },
      { column: 'attempt', order: 'desc' },
      { column: 'at', order: 'desc' },
    ])
    .limit(CHOICES_SHOWN)
    .select('round', 'at', 'policy', 'chosen_driver_id', 'manual', 'candidates', 'excluded_by', 'why');
  return { taskId, choices: rows.reverse().map(renderChoice) };
}

function renderChoice(row: ChoiceRow): Schemas['AssignmentChoice'] {
  return {
    round: row.round,
    at: row.at.toISOString(),
    policy: row.policy,
    chosenDriverId: row.chosen_driver_id,
    manual: row.manual,
    why: row.why,
    candidates: row.candidates,
    excludedBy: row.excluded_by,
  };
}
