import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { type ChoiceRow, latestChoices } from './assignment-store.ts';

type Schemas = components['schemas'];

const MAX_CHOICES = 100;

/** Why a driver was chosen over others: the last hundred choices for a task, oldest first. */
export async function readExplanation(
  database: Database,
  taskId: string,
): Promise<Pick<Schemas['TaskExplanation'], 'taskId' | 'choices'>> {
  const rows = await latestChoices(database, taskId, MAX_CHOICES);
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
