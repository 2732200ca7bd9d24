import { AskedReads } from '../../shared/live/asked-reads.ts';
import type { LiveMessage } from '../../shared/live/live-message.ts';
import { type ServiceClock, serviceTime } from '../../shared/live/service-clock.ts';
import {
  type BoardGroup,
  type BoardSnapshot,
  GROUP_ACTIONS,
  type GroupAction,
  type GroupStatus,
  type OrderGroup,
} from './order-types.ts';
import { stageOf } from './stages.ts';

export interface OrderView {
  groups: ReadonlyMap<string, BoardGroup>;
  /** The caller's permitted actions by status; the service checks them again. */
  allowed: ReadonlyMap<GroupStatus, readonly GroupAction[]>;
  clock: ServiceClock;
  /** False until the board has been read once. */
  ready: boolean;
  /** False if there are more groups than a board shows. */
  complete: boolean;
}

export interface OrderStoreOptions {
  readGroups(ids: readonly string[]): Promise<readonly BoardGroup[]>;
  /** Groups waiting to be accepted that were not on the board before. */
  onNew?(groups: readonly BoardGroup[]): void;
  /** Groups whose state changed. */
  onChanged?(ids: readonly string[]): void;
  onFault?(error: unknown): void;
}

/** Milliseconds between two renders: events in between are shown together. */
const PICTURE = 500;
const ID_BATCH_SIZE = 100;
/** Milliseconds of the service's time for which an ended group stays, as on a board just read. */
const ENDED_STAYS = 12 * 3_600_000;
const SWEEP_EVERY_MS = 60_000;

/** The board of orders of this page: what was read, with live events applied. `close` ends it. */
export class OrderStore {
  readonly #options: OrderStoreOptions;
  readonly #listeners = new Set<() => void>();
  #view: OrderView;
  #messages: LiveMessage[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #paintedAt = 0;
  readonly #sweeper: ReturnType<typeof setInterval>;
  readonly #unknown: AskedReads;
  #closed = false;

  constructor(options: OrderStoreOptions) {
    this.#options = options;
    const now = Date.now();
    this.#view = {
      groups: new Map(),
      allowed: new Map(),
      clock: { at: now, rate: 1, heardAt: now },
      ready: false,
      complete: true,
    };
    this.#unknown = new AskedReads({
      atOnce: ID_BATCH_SIZE,
      read: (ids) => this.#read(ids),
      ...(options.onFault === undefined ? {} : { onFault: options.onFault }),
    });
    this.#sweeper = setInterval(() => this.#dropEnded(), SWEEP_EVERY_MS);
  }

  readonly view = (): OrderView => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads the board as just read; live events continue from its versions. */
  load({ at, clockRate, complete, allowedActions, groups }: BoardSnapshot): Record<string, number> {
    this.#messages = [];
    this.#unknown.clear();
    const former = this.#view;
    const shown = new Map(groups.map((group) => [group.groupId, group]));
    this.#show({
      groups: shown,
      allowed: new Map(allowedActions.map(({ status, actions }) => [status, actions.filter(isAction)])),
      clock: { at: Date.parse(at), rate: clockRate, heardAt: Date.now() },
      ready: true,
      complete,
    });
    // Orders present when the page was opened are not new; those that came during an interruption are.
    if (former.ready) this.#tellNew(groups.filter(({ groupId }) => !former.groups.has(groupId)));
    return Object.fromEntries(groups.map(({ orderId, version }) => [`order:${orderId}`, version]));
  }

  hear(message: LiveMessage): void {
    if (message.event !== 'group.updated') return;
    this.#messages.push(message);
    if (this.#timer !== null || this.#closed) return;
    this.#timer = setTimeout(() => this.#paint(), Math.max(0, this.#paintedAt + PICTURE - Date.now()));
  }

  /** Stores a group that an action or a read has just returned. */
  put({ id, ...group }: OrderGroup): void {
    const known = this.#view.groups.get(id);
    if (known === undefined || known.version > group.version) return;
    this.#change([
      {
        ...known,
        status: group.status,
        version: group.version,
        taskStatus: group.task?.status ?? null,
        pickupEta: group.task?.pickupEta ?? null,
        dropoffEta: group.task?.dropoffEta ?? null,
        returnConfirmedAt: group.returnConfirmedAt ?? null,
      },
    ]);
  }

  /** The service's time now, in milliseconds. */
  now(): number {
    return serviceTime(this.#view.clock, Date.now());
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    clearInterval(this.#sweeper);
    this.#unknown.close();
    this.#listeners.clear();
  }

  #paint(): void {
    this.#timer = null;
    this.#paintedAt = Date.now();
    const changed = new Map<string, BoardGroup>();
    const unknown = new Set<string>();
    const messages = this.#messages;
    this.#messages = [];
    for (const { event, payload } of messages) {
      if (event !== 'group.updated') continue;
      const known = changed.get(payload.groupId) ?? this.#view.groups.get(payload.groupId);
      // No event reports that a return was confirmed: the group is read.
      if (known === undefined || payload.status === 'RETURNED') unknown.add(payload.groupId);
      if (known === undefined || known.version > payload.version) continue;
      const { status, taskStatus, pickupEta, dropoffEta, version } = payload;
      changed.set(payload.groupId, { ...known, status, taskStatus, pickupEta, dropoffEta, version });
    }
    this.#change([...changed.values()]);
    if (unknown.size > 0) this.#unknown.ask(unknown);
  }

  async #read(ids: readonly string[]): Promise<void> {
    const found = await this.#options.readGroups(ids);
    if (this.#closed) return;
    const fresh = found.filter(({ groupId }) => !this.#view.groups.has(groupId));
    const newer = found.filter(
      ({ groupId, version }) => (this.#view.groups.get(groupId)?.version ?? -1) <= version,
    );
    this.#change(newer);
    this.#tellNew(fresh);
  }

  #dropEnded(): void {
    const before = this.now() - ENDED_STAYS;
    const groups = new Map(this.#view.groups);
    for (const { groupId, endedAt } of this.#view.groups.values())
      if (endedAt !== null && Date.parse(endedAt) < before) groups.delete(groupId);
    if (groups.size < this.#view.groups.size) this.#show({ ...this.#view, groups });
  }

  #change(changed: readonly BoardGroup[]): void {
    if (changed.length === 0) return;
    const groups = new Map(this.#view.groups);
    for (const group of changed) {
      const over = stageOf(group) === 'ended';
      const endedAt = over ? (group.endedAt ?? new Date(this.now()).toISOString()) : null;
      groups.set(group.groupId, { ...group, endedAt });
    }
    this.#show({ ...this.#view, groups });
    this.#options.onChanged?.(changed.map(({ groupId }) => groupId));
  }

  #tellNew(groups: readonly BoardGroup[]): void {
    const waiting = groups.filter((group) => stageOf(group) === 'new');
    if (waiting.length > 0) this.#options.onNew?.(waiting);
  }

  #show(view: OrderView): void {
    this.#view = view;
    for (const listener of this.#listeners) listener();
  }
}

function isAction(word: string): word is GroupAction {
  return GROUP_ACTIONS.some((action) => action === word);
}

/** The actions possible for a group now. */
export function actionsOf(view: OrderView, group: BoardGroup): readonly GroupAction[] {
  const actions = view.allowed.get(group.status) ?? [];
  return group.returnConfirmedAt === null ? actions : actions.filter((action) => action !== 'confirm-return');
}
