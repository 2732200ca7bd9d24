import { type Field, type Fitting, fieldOf, insertionOf } from './candidate.ts';
import { explained } from './explain.ts';
import type { Assignment, AssignmentPolicy, Choice, PolicyName, Why } from './policy.ts';
import { takeOn } from './take-on.ts';
import type { AssignmentWorld, WaitingTask } from './world.ts';

interface Picked {
  chosen: Fitting | null;
  why: Why;
}

export const NOBODY: Picked = { chosen: null, why: { reason: 'NOBODY_FITS' } };

/** Builds a policy that assigns tasks one at a time. */
export function oneByOne(
  name: PolicyName,
  pick: (field: Field, world: AssignmentWorld) => Picked,
): AssignmentPolicy {
  return {
    name,
    assign(tasks, world): Assignment {
      const choices: Choice[] = [];
      let { drivers } = world;
      for (const task of tasks) {
        const seen = { ...world, drivers };
        const field = fieldOf(task, seen);
        const { chosen, why } = pick(field, seen);
        choices.push(choiceOf(field, { chosen, why }, seen));
        if (chosen !== null && tasks.length > 1) drivers = withTask(drivers, task, chosen, seen);
      }
      return { choices, drivers };
    },
  };
}

export function choiceOf(field: Field, { chosen, why }: Picked, world: AssignmentWorld): Choice {
  const { taskId } = field.asked.task;
  return { taskId, driverId: chosen?.driver.id ?? null, why, ...explained(field, chosen, world) };
}

function withTask(
  drivers: AssignmentWorld['drivers'],
  task: WaitingTask,
  { driver, insertion }: Fitting,
  world: AssignmentWorld,
): AssignmentWorld['drivers'] {
  const taken = takeOn(driver, task, insertion ?? insertionOf(task, driver, world));
  return drivers.map((each) => (each === driver ? taken : each));
}
