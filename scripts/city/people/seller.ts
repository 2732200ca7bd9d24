import type { LiveMessage } from '../../../consoles/shared/live/live-message.ts';
import type { Schema } from '../../people/person.ts';
import type { PlannedGroup, PlannedPreparation } from '../model/day-plan.ts';
import type { GroupActName, GroupRecord, RoomView } from '../record/logbook-types.ts';
import { applyEvent, newRoomView } from '../watch/room-view.ts';
import { readGroups } from '../watch/snapshots.ts';
import type { CommandOptions } from '../world/citizen.ts';
import type { Shop, World } from '../world/world.ts';

type Group = Schema<'OrderGroup'>;
type Step = 'accept' | 'reject' | 'pack' | 'ready';

/** Somebody was faster: the buyer or a dispatcher called it off. */
const EXPECTED = ['order.INVALID_STATE'];
/** Domain minutes in which the shop waits to be told by the model what it means to do with a group. */
const KNOWN_WITHIN = 3;
const UNPLANNED: PlannedPreparation = {
  answer: 'ACCEPT',
  acceptAfter: 2,
  missesDeadline: false,
  packAfter: 5,
  readyAfter: 1,
};
/** From the driver's return to the confirmation of what came back. */
const LOOKS_AT_RETURN = 6;

/** A shop: hears of orders over its socket, and answers, packs and hands out as its people mean to. */
export class SellerClient {
  readonly #world: World;
  readonly #shop: Shop;
  readonly #begun = new Set<string>();
  readonly #returned = new Set<string>();
  readonly #view: RoomView;
  readonly #spawn: (what: string, work: Promise<void>) => void;

  constructor(world: World, shop: Shop, spawn: (what: string, work: Promise<void>) => void) {
    this.#world = world;
    this.#shop = shop;
    this.#spawn = spawn;
    this.#view = newRoomView(shop.citizen.id, `seller:${shop.sellerId}`);
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
          const show = await readGroups(person, this.#view, (group) => placedAt(group) >= since);
          return () => {
            const known = show();
            for (const [groupId, { status, version }] of this.#view.groups) {
              // Who shops through the pages has no socket: what was lost here, nobody else would hear of.
              this.#world.stages.seeGroup({ groupId, status, version });
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
    if (message.event !== 'group.updated') return;
    const { groupId, status, version } = message.payload;
    this.#world.pushes.heard(groupId, status);
    this.#world.stages.seeGroup({ groupId, status, version });
    this.#look(groupId, status);
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

  /** The order may be heard of before its buyer has the answer that says which of the planned ones it is. */
  async #planned(groupId: string): Promise<PlannedGroup | null> {
    const record = await this.#record(groupId);
    return record === null ? null : (this.#world.planned.group(record.planned)?.group ?? null);
  }

  async #record(groupId: string): Promise<GroupRecord | null> {
    const { clock, logbook } = this.#world;
    const deadline = clock.now() + KNOWN_WITHIN * 60_000;
    for (;;) {
      const record = logbook.group(groupId);
      if (record !== undefined) return record;
      if (clock.now() > deadline) return null;
      await clock.until(Math.min(deadline + 1, clock.now() + 50 * clock.rate));
    }
  }

  /** False when the group is no longer this shop's to prepare. */
  async #step(groupId: string, what: Step, reason = ''): Promise<boolean> {
    const { api } = this.#shop.citizen;
    const params = { path: { id: groupId } };
    const { logbook, stages } = this.#world;
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
    if (data !== null) stages.seeGroup({ groupId, status: data.status, version: data.version });
    return act.outcome !== 'REFUSED';
  }

  /** Counts what came back; of what was said to be damaged nothing goes on the shelf. */
  async #takeBack(groupId: string): Promise<void> {
    const { clock, logbook } = this.#world;
    await clock.minutes(LOOKS_AT_RETURN);
    const record = logbook.group(groupId);
    const planned = record === undefined ? undefined : this.#world.planned.group(record.planned)?.group;
    const isDamaged = planned?.door.attempts.at(-1)?.failure === 'DAMAGED';
    const lines = record?.lines ?? [];
    const damaged = isDamaged
      ? lines.slice(0, 1).map(({ lineId, quantity }) => ({ lineId, damaged: quantity }))
      : [];
    const { citizen } = this.#shop;
    const { act } = await citizen.command('confirm-return', (init) =>
      citizen.api.POST('/seller/order-groups/{id}/confirm-return', {
        params: { path: { id: groupId } },
        body: damaged.length === 0 ? {} : { lines: damaged },
        ...init,
      }),
    );
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

/** When the order was placed: the first entry of its history. */
function placedAt({ history, acceptBy }: Group): number {
  return Date.parse(history[0]?.at ?? acceptBy);
}
