import type { Schema } from '../../people/person.ts';
import type { TaskActName } from '../record/logbook-types.ts';
import type { Citizen } from '../world/citizen.ts';
import type { HelpLine, World } from '../world/world.ts';

/** Domain minutes that it takes to identify the buyer by phone. */
const IDENTIFIES = 2;
const MEANWHILE = ['delivery.INVALID_STATE'];

/** The phone line of the dispatchers for drivers at a door; dispatchers take calls in turns. */
export class DispatchersLine implements HelpLine {
  readonly #dispatchers: readonly Citizen[];
  readonly #world: () => World;
  #turn = 0;

  constructor(dispatchers: readonly Citizen[], world: () => World) {
    this.#dispatchers = dispatchers;
    this.#world = world;
  }

  async standInForCode({ taskId, groupId }: { taskId: string; groupId: string }): Promise<boolean> {
    const { clock, logbook } = this.#world();
    const dispatcher = this.#next();
    const { api } = dispatcher;
    await clock.minutes(IDENTIFIES);
    const reason = 'Buyer identified by phone, no signal at the door';
    const { act, data } = await dispatcher.command<TaskActName, Schema<'DispatchTask'>>(
      'override-code',
      (init) =>
        api.POST('/dispatch/tasks/{id}/override-code', {
          params: { path: { id: taskId } },
          body: { reason },
          ...init,
        }),
      { reason, expects: MEANWHILE, brings: { subject: taskId, status: 'CODE_VERIFIED' } },
    );
    const { driverId = null, status = null } = data ?? {};
    logbook.taskAct({ taskId, groupId }, { ...act, driverId, status });
    return act.outcome === 'DONE';
  }

  #next(): Citizen {
    const citizen = this.#dispatchers[this.#turn % this.#dispatchers.length];
    this.#turn += 1;
    if (citizen === undefined) throw new Error('a help line needs a dispatcher');
    return citizen;
  }
}
