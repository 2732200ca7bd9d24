import type { LiveMessage } from '../../../consoles/shared/live/live-message.ts';
import type { Schema } from '../../people/person.ts';
import type { PlannedGroup, PlannedPreparation } from '../model/day-plan.ts';
import type { GroupActName, GroupRecord, RoomView } from '../record/logbook-types.ts';
import { applyEvent, newRoomView } from '../watch/room-view.ts';
import { readOrderBoard, showOrderBoard } from '../watch/snapshots.ts';
import type { CommandOptions } from '../world/citizen.ts';
import type { Shop, World } from '../world/world.ts';

type Group = Schema<'OrderGroup'>;
type Step = 'accept' | 'reject' | 'pack' | 'ready';

/** The buyer or a dispatcher cancelled the order at the same time. */
const EXPECTED = ['order.INVALID_STATE'];
/** Domain minutes that the shop waits for the plan of a group. */
const PLAN_TIMEOUT_MINUTES = 3;
const UNPLANNED: PlannedPreparation = {
  answer: 'ACCEPT',
  acceptAfter: 2,
  missesDeadline: false,
  packAfter: 5,
  readyAfter: 1,
};
/** Domain minutes from the driver's return until the shop confirms what came back. */
const LOOKS_AT_RETURN = 6;

/** A shop: receives orders over its socket and accepts, packs and hands over as planned. */
export class SellerClient {
  readonly #world: World;
  readonly #shop: Shop;
  readonly #begun = new Set<string>();
  readonly #returned = new Set<string>();
  readonly #view: RoomView;
  /** The newest status and version of each group, from the board, an event or an answer to its own request. */
  readonly #seen = new Map<string, { status: Group['status']; version: number }>();
  /** Allowed actions by status, as the board says. */
  #allowed: ReadonlyMap<string, readonly string[]> = new Map();
  readonly #spawn: (what: string, work: Promise<void>) => void;

  constructor(world: World, shop: Shop, spawn: (what: string, work: Promise<void>) => void) {
    this.#world = world;
    this.#shop = shop;
    this.#spawn = spawn;
    this.#view = newRoomView(shop.citizen.id, `seller:${shop.sellerId}`);
    this.#view.orderBoard = world.newOrderBoard?.(shop.citizen.person) ?? null;
    world.logbook.views.push(this.#view);
  }

  /** Opens the shop's live connection. */
  async open(): Promise<void> {
    const { person, id } = this.#shop.citizen;
    const isOwn = (room: string) => room === this.#view.room;
    await person.connect({
      own: {
        onEvent: (message) => {
          if (isOwn(message.stamp.room)) this.#hear(message);
        },
        onSnapshotNeeded: async (room) => {
          if (!isOwn(room)) return undefined;
          const since = this.#world.dayStart - 60_000;
          const board = await readOrderBoard(person);
          return () => {
            const known = showOrderBoard(this.#view, board, since);
            this.#view.orderBoard?.load(board);
            this.#allowed = new Map(board.allowedActions.map(({ status, actions }) => [status, actions]));
            for (const [groupId, { status, version }] of this.#view.groups) {
              // A buyer on the pages has no socket: an event missed here would reach no one else.
              this.#see({ groupId, status, version });
              this.#look(groupId, status);
            }
            return known;
          };
        },
        onState: (state, room) => {
          if (isOwn(room)) this.#view.state = state;
        },
      },
      onFault: (error) => this.#world.logbook.mishap(`${id}: ${String(error)}`),
    });
    this.#world.figures.sockets.live += 1;
  }

  #hear(message: LiveMessage): void {
    applyEvent(this.#view, message);
    this.#view.orderBoard?.hear(message);
    if (message.event !== 'group.updated') return;
    const { groupId, status, version } = message.payload;
    this.#world.pushes.heard(groupId, status);
    this.#see({ groupId, status, version });
    this.#look(groupId, status);
  }

  #see(group: { groupId: string; status: Group['status']; version: number }): void {
    const { groupId, status, version } = group;
    this.#world.stages.seeGroup(group);
    if (version >= (this.#seen.get(groupId)?.version ?? 0)) this.#seen.set(groupId, { status, version });
  }

  #look(groupId: string, status: Group['status']): void {
    if (status === 'PENDING_ACCEPTANCE' && !this.#begun.has(groupId)) {
      this.#begun.add(groupId);
      this.#spawn(`${this.#shop.citizen.id} prepares`, this.#prepare(groupId));
    } else if (status === 'RETURNED' && !this.#returned.has(groupId)) {
      this.#returned.add(groupId);
      this.#spawn(`${this.#shop.citizen.id} takes back`, this.#takeBack(groupId));
    }
  }

  async #prepare(groupId: string): Promise<void> {
    const { clock } = this.#world;
    const heardAt = clock.now();
    const planned = await this.#planned(groupId);
    const preparation = planned?.preparation ?? UNPLANNED;
    const after = (minutes: number) => clock.until(heardAt + minutes * 60_000);
    if (preparation.answer === 'SILENT') return;
    if (preparation.answer === 'REJECT') {
      await after(preparation.rejectAfter);
      await this.#step(groupId, 'reject', preparation.reason);
      return;
    }
    await after(preparation.acceptAfter);
    if (!(await this.#step(groupId, 'accept'))) return;
    await clock.minutes(preparation.packAfter);
    if (!(await this.#step(groupId, 'pack'))) return;
    await clock.minutes(preparation.readyAfter);
    await this.#step(groupId, 'ready');
  }

  /** The event may arrive before the buyer has the answer from which the planned order is known. */
  async #planned(groupId: string): Promise<PlannedGroup | null> {
    const record = await this.#record(groupId);
    return record === null ? null : (this.#world.planned.group(record.planned)?.group ?? null);
  }

  async #record(groupId: string): Promise<GroupRecord | null> {
    const { clock, logbook } = this.#world;
    const deadline = clock.now() + PLAN_TIMEOUT_MINUTES * 60_000;
    for (;;) {
      const record = logbook.group(groupId);
      if (record !== undefined) return record;
      if (clock.now() > deadline) return null;
      await clock.until(Math.min(deadline + 1, clock.now() + 50 * clock.rate));
    }
  }

  /** Whether the shop has nothing left to do with the group, for example because it was cancelled. */
  #isOver(groupId: string): boolean {
    const status = this.#seen.get(groupId)?.status;
    return status !== undefined && this.#allowed.get(status)?.length === 0;
  }

  /** False when this shop can no longer prepare the group. */
  async #step(groupId: string, what: Step, reason = ''): Promise<boolean> {
    if (this.#isOver(groupId)) return false;
    const { api } = this.#shop.citizen;
    const params = { path: { id: groupId } };
    const { logbook } = this.#world;
    const brings = { subject: groupId, status: BRINGS[what] };
    const options: CommandOptions = { brings, expects: EXPECTED, ...(what === 'reject' ? { reason } : {}) };
    const { act, data } = await this.#shop.citizen.command<GroupActName, Group>(
      what,
      (init) => {
        if (what === 'accept') return api.POST('/seller/order-groups/{id}/accept', { params, ...init });
        if (what === 'reject')
          return api.POST('/seller/order-groups/{id}/reject', { params, body: { reason }, ...init });
        if (what === 'pack') return api.POST('/seller/order-groups/{id}/pack', { params, ...init });
        return api.POST('/seller/order-groups/{id}/ready', { params, ...init });
      },
      options,
    );
    logbook.groupAct(groupId, act);
    if (data !== null) this.#answered(data);
    return act.outcome !== 'REFUSED';
  }

  #answered(group: Group): void {
    this.#see({ groupId: group.id, status: group.status, version: group.version });
    this.#view.orderBoard?.put(group);
  }

  /** Finds the order on the board by the number on the parcel's label. */
  async #findByNumber(groupId: string, number: string): Promise<Schema<'OrderBoardGroup'> | undefined> {
    const { person, api } = this.#shop.citizen;
    const { data } = await person.ok(
      'find an order',
      api.GET('/seller/order-board/groups', { params: { query: { q: number } } }),
    );
    return data.find((group) => group.groupId === groupId);
  }

  /** Confirms a return; damaged units do not go back into stock. */
  async #takeBack(groupId: string): Promise<void> {
    const { clock, logbook } = this.#world;
    await clock.minutes(LOOKS_AT_RETURN);
    const record = logbook.group(groupId);
    const number = record === undefined ? null : logbook.numberOf(record);
    if (number !== null && (await this.#findByNumber(groupId, number)) === undefined)
      logbook.mishap(`${this.#shop.citizen.id} does not find ${number}, which has come back`);
    const planned = record === undefined ? undefined : this.#world.planned.group(record.planned)?.group;
    const isDamaged = planned?.door.attempts.at(-1)?.failure === 'DAMAGED';
    const lines = record?.lines ?? [];
    const damaged = isDamaged
      ? lines.slice(0, 1).map(({ lineId, quantity }) => ({ lineId, damaged: quantity }))
      : [];
    const { citizen } = this.#shop;
    const { act, data } = await citizen.command<'confirm-return', Group>('confirm-return', (init) =>
      citizen.api.POST('/seller/order-groups/{id}/confirm-return', {
        params: { path: { id: groupId } },
        body: damaged.length === 0 ? {} : { lines: damaged },
        ...init,
      }),
    );
    if (data !== null) this.#answered(data);
    const returned = lines.map(({ lineId, quantity }) => {
      const lost = damaged.find((line) => line.lineId === lineId)?.damaged ?? 0;
      return { lineId, whole: quantity - lost, damaged: lost };
    });
    logbook.groupAct(groupId, { ...act, returned });
  }
}

const BRINGS: Record<Step, Group['status']> = {
  accept: 'ACCEPTED',
  reject: 'REJECTED',
  pack: 'PACKED',
  ready: 'READY_FOR_PICKUP',
};
