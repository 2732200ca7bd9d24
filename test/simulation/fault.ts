import type { SimProcess } from './process.ts';
import type { World } from './world.ts';

export interface FaultHooks {
  /** Starts a new process in the place of one that is gone. */
  replace(): void;
}

export type Fault = (world: World, hooks: FaultHooks) => void;

export function processesUp({ processes }: World): SimProcess[] {
  return processes.filter(({ host, closing }) => host.state === 'up' && !closing);
}

export function someProcess(world: World): SimProcess | null {
  const up = processesUp(world);
  return up.length === 0 ? null : world.random.pick(up);
}

/** Undoes a fault after a number of milliseconds in this range. */
export function during(world: World, from: number, to: number, undo: () => void): void {
  world.schedule.after(world.random.between(from, to), null, undo);
}
