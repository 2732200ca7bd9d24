import { allConditions, type ConditionSources } from '../../../server/compose/conditions.ts';
import type { Condition } from '../../../server/dispatch/alerts/condition.ts';
import type { WatchDependencies } from '../../../server/dispatch/alerts/watch-condition.ts';
import { watchConditions } from '../../../server/dispatch/alerts/watch-conditions.ts';
import type { Schema } from '../../support/api-client.ts';
import type { DeliveryWorld } from '../../worlds/delivery-world.ts';

export type Alert = Schema<'Alert'>;

export interface Pushed {
  event: string;
  payload: Record<string, unknown>;
  id: string | undefined;
}

/** The alerts board of a running service, and every event that was sent to it. */
export class AlertBoard {
  readonly pushed: Pushed[] = [];
  readonly #world: DeliveryWorld;
  #conditions: readonly Condition[] | null = null;

  constructor(world: DeliveryWorld) {
    this.#world = world;
    const { pusher } = world.service.inside.deps;
    const push = pusher.push.bind(pusher);
    pusher.push = (rooms, event, payload, id, ...rest) => {
      if (event.startsWith('alert.')) this.pushed.push({ event, payload, id });
      return push(rooms, event, payload, id, ...rest);
    };
  }

  get deps(): WatchDependencies {
    return this.#world.service.inside.deps;
  }

  /** One run of the worker's scheduled job. */
  async look(sources?: Pick<ConditionSources, 'presence'>): Promise<void> {
    const { deps } = this.#world.service.inside;
    this.#conditions ??= allConditions(deps);
    await watchConditions(
      deps,
      sources === undefined ? this.#conditions : allConditions({ ...deps, ...sources }),
    )();
    await this.#world.settle();
  }

  /** Alerts of a kind about a subject, newest first. */
  async about(subjectId: string, kind: string): Promise<Alert[]> {
    const path = `/dispatch/alerts?limit=100&subjectId=${subjectId}&kind=${kind}`;
    return (await this.#world.dispatcher.get<Schema<'AlertList'>>(path)).data;
  }

  async one(subjectId: string, kind: string): Promise<Alert> {
    const [alert, ...others] = await this.about(subjectId, kind);
    if (alert === undefined) throw new Error(`no ${kind} about ${subjectId}`);
    if (others.length > 0) throw new Error(`${others.length + 1} alerts ${kind} about ${subjectId}`);
    return alert;
  }

  /** The events about one alert, in order. */
  eventsAbout(alertId: string): unknown[] {
    return this.pushed
      .filter(({ payload }) => payload.alertId === alertId)
      .map(({ payload }) => payload.change);
  }

  /** Empties the board, and forgets the events collected so far. */
  async wipe(): Promise<void> {
    const { database } = this.deps;
    await database.raw('TRUNCATE alert_changes, alert_subjects, alerts');
    this.pushed.splice(0);
  }

  /** Makes every command two minutes older. */
  async age(): Promise<void> {
    await this.deps.database.raw(`UPDATE actor_command SET at = at - interval '2 minutes'`);
  }
}
