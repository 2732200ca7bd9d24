import type { ServiceFacts } from './service-facts.ts';

/** When a completion of the task was last reversed, in domain time; before all time if never. */
export function takenBackAt({ taskEvents }: Pick<ServiceFacts, 'taskEvents'>, taskId: string): number {
  const last = taskEvents.get(taskId)?.findLast(({ what }) => what === 'reversed');
  return last === undefined ? Number.NEGATIVE_INFINITY : Date.parse(last.at);
}
