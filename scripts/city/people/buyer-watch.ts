import type { LiveMessage } from '../../../consoles/shared/live/live-message.ts';
import { deliveryCodeIn } from '../../people/delivery-code.ts';
import type { RoomView } from '../record/logbook-types.ts';
import { applyEvent, newRoomView } from '../watch/room-view.ts';
import { readOrder } from '../watch/snapshots.ts';
import type { Citizen } from '../world/citizen.ts';
import { hasEnded } from '../world/stages.ts';
import type { World } from '../world/world.ts';

/** Domain minutes after the last order has ended in which a buyer still watches. */
const LOOKS_AFTERWARDS = 20;

/** A buyer's phone: the account's room, a room for each order, and delivery codes in notifications. */
export class BuyerWatch {
  readonly #world: World;
  readonly #citizen: Citizen;
  readonly #views: RoomView[] = [];
  readonly #open = new Set<string>();

  constructor(world: World, citizen: Citizen) {
    this.#world = world;
    this.#citizen = citizen;
  }

  /** Resolves when connected. */
  async come(): Promise<void> {
    const { person, id } = this.#citizen;
    if (person.isConnected) return;
    const { figures, logbook } = this.#world;
    let own: RoomView | null = null;
    const viewOf = (room: string) => {
      own ??= this.#view(newRoomView(id, room));
      return own;
    };
    await person.connect({
      own: {
        onEvent: (message) => this.#ownEvent(viewOf(message.stamp.room), message),
        onSnapshotNeeded: async (room) => {
          viewOf(room);
          return undefined;
        },
        onState: (state, room) => {
          viewOf(room).state = state;
        },
      },
      onFault: (error) => logbook.mishap(`${id}: ${String(error)}`),
    });
    figures.sockets.live += 1;
  }

  async follow(orderId: string): Promise<void> {
    const { person, id } = this.#citizen;
    const room = `order:${orderId}`;
    const view = this.#view(newRoomView(id, room));
    this.#open.add(orderId);
    await person.follow(room, {
      onEvent: (message) => this.#orderEvent(view, message),
      onSnapshotNeeded: async () => {
        const show = await readOrder(person, orderId, view);
        return () => {
          const known = show();
          for (const [groupId, { status, version }] of view.groups)
            this.#world.stages.seeGroup({ groupId, status, version });
          return known;
        };
      },
      onState: (state) => {
        view.state = state;
      },
    });
  }

  leave(): void {
    if (!this.#citizen.person.isConnected) return;
    this.#citizen.person.leave();
    this.#world.figures.sockets.live -= 1;
    for (const view of this.#views.splice(0)) view.leftAt = this.#world.clock.now();
  }

  #view(view: RoomView): RoomView {
    this.#views.push(view);
    this.#world.logbook.views.push(view);
    return view;
  }

  #ownEvent(view: RoomView, message: LiveMessage): void {
    applyEvent(view, message);
    if (message.event !== 'notification.created' || message.payload.kind !== 'DELIVERY_CODE') return;
    void this.#readCode(message.payload.id).catch((error: unknown) =>
      this.#world.logbook.mishap(`${this.#citizen.id} reads a code: ${String(error)}`),
    );
  }

  /** Reads the code among the notifications and gives it to the driver at the door. */
  async #readCode(notificationId: string): Promise<void> {
    const { person, api } = this.#citizen;
    const bell = await person.ok(
      'read notifications',
      api.GET('/notifications', { params: { query: { limit: 50, locale: 'en' } } }),
    );
    const found = bell.data.find(({ id }) => id === notificationId);
    const code = deliveryCodeIn(found?.body);
    const { taskId } = found?.data ?? {};
    if (code !== null && typeof taskId === 'string')
      this.#world.doorstep.readOut(taskId, code, notificationId);
  }

  #orderEvent(view: RoomView, message: LiveMessage): void {
    applyEvent(view, message);
    if (message.event !== 'order.updated') return;
    const { orderId, groupId, groupStatus, taskId, taskStatus, version } = message.payload;
    if (taskId !== null && taskStatus !== null) this.#world.pushes.heard(taskId, taskStatus);
    if (groupId === null || groupStatus === null) return;
    this.#world.pushes.heard(groupId, groupStatus);
    this.#world.stages.seeGroup({ groupId, status: groupStatus, version });
    if ([...view.groups.values()].every(({ status }) => hasEnded(status))) this.#ended(orderId);
  }

  #ended(orderId: string): void {
    this.#open.delete(orderId);
    if (this.#open.size > 0 || this.#world.logbook.views.length < MAX_VIEWS) return;
    // With very many buyers, not all sockets stay open.
    void this.#world.clock.minutes(LOOKS_AFTERWARDS).then(
      () => {
        if (this.#open.size === 0) this.leave();
      },
      () => undefined,
    );
  }
}

/** About the maximum of rooms followed at a time; enough for every buyer of a usual day to stay to the end. */
const MAX_VIEWS = 4_000;
