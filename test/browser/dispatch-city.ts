import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { makeDispatcher, type SignIn } from '../support/people.ts';
import { DeliveryWorld, type OnDuty, STORE } from '../worlds/delivery-world.ts';

/** Places all over Doha: doors of buyers, and positions of drivers. */
export const PLACES = {
  pearl: { latitude: 25.371, longitude: 51.551 },
  lusail: { latitude: 25.42, longitude: 51.49 },
  sadd: { latitude: 25.283, longitude: 51.497 },
  wakra: { latitude: 25.171, longitude: 51.606 },
  rayyan: { latitude: 25.292, longitude: 51.424 },
  gharrafa: { latitude: 25.338, longitude: 51.449 },
  airport: { latitude: 25.262, longitude: 51.6 },
} as const;

const DOORS = Object.values(PLACES);

interface Task {
  taskId: string;
  cashDue: string;
}
type Waiting<N> = N extends 1 ? [Task] : N extends 2 ? [Task, Task] : Task[];

/** A city in which tasks wait for a dispatcher: drivers are chosen in batches, and the clock stands still. */
export class DispatchCity {
  readonly world: DeliveryWorld;
  readonly dispatcher: SignIn & { accountId: string };
  readonly second: SignIn & { accountId: string };

  private constructor(
    world: DeliveryWorld,
    dispatcher: DispatchCity['dispatcher'],
    second: DispatchCity['second'],
  ) {
    this.world = world;
    this.dispatcher = dispatcher;
    this.second = second;
  }

  static async open(env: Record<string, string> = {}): Promise<DispatchCity> {
    await ensureConsoles();
    const world = await DeliveryWorld.open(env);
    const admin = await world.admin();
    await admin.call('PATCH', '/admin/settings', {
      body: { assignmentMode: { value: 'BATCHED' }, assignmentBatchSeconds: { value: 600 } },
      version: (await admin.get<{ version: number }>('/admin/settings')).version,
    });
    return new DispatchCity(world, await makeDispatcher(world.service), await makeDispatcher(world.service));
  }

  close(): Promise<void> {
    return this.world.close();
  }

  /** A driver on duty, with this name, at this place. */
  async driver(
    fullName: string,
    at: { latitude: number; longitude: number } = STORE,
    cashLimit = '2000.00',
  ): Promise<OnDuty> {
    const driver = await this.world.onDuty({ at, cashLimit });
    await this.world.database('drivers').where('id', driver.driverId).update({ full_name: fullName });
    return driver;
  }

  /** Tasks that wait for a driver. */
  async waiting<N extends 1 | 2 | 5 | 9>(count: N): Promise<Waiting<N>> {
    const tasks: Task[] = [];
    for (let index = 0; index < count; index += 1) {
      const dropoff = DOORS[index % DOORS.length];
      tasks.push(await this.world.ready(dropoff === undefined ? {} : { dropoff }));
    }
    return tasks as Waiting<N>;
  }

  /** Tasks whose goods have not been picked up yet. */
  async undelivered(): Promise<string[]> {
    const rows = await this.world
      .database('delivery_tasks')
      .whereIn('status', ['UNASSIGNED', 'ASSIGNED', 'ACCEPTED'])
      .select('id');
    return rows.map(({ id }) => id);
  }

  async assign(taskId: string, driver: OnDuty): Promise<void> {
    await this.world.dispatcher.post(`/dispatch/tasks/${taskId}/assign`, { driverId: driver.driverId });
    await this.world.settle();
  }

  /** One of everything that a dispatcher may see on a busy afternoon. */
  async busy(): Promise<void> {
    const { world } = this;
    const [yousef, layla, hamad] = [
      await this.driver('Yousef Rahman', PLACES.sadd),
      await this.driver('Layla Haddad', PLACES.gharrafa),
      await this.driver('Hamad Al-Marri', PLACES.rayyan),
    ];
    await this.driver('Noor Siddiqui', PLACES.airport);
    await this.driver('Omar Farouk', PLACES.pearl);
    const tasks = await this.waiting(9);
    const give = async (index: number, driver: OnDuty) => {
      const task = tasks[index];
      if (task === undefined) throw new Error('no such task');
      await this.assign(task.taskId, driver);
      await driver.client.post(`/driver/tasks/${task.taskId}/accept`);
      await world.settle();
      return task;
    };
    await give(0, yousef);
    await give(1, yousef);
    const failing = await give(2, layla);
    for (const step of ['pick-up', 'in-transit'] as const) {
      await layla.client.post(`/driver/tasks/${failing.taskId}/${step}`);
    }
    await layla.client.post(`/driver/tasks/${failing.taskId}/fail`, { reason: 'NOBODY_HOME' });
    await world.deliver(yousef, await this.offered(yousef));
    await hamad.client.post('/driver/shift/break');
    await world.settle();
    await world
      .database('delivery_tasks')
      .whereIn(
        'id',
        tasks.slice(4, 6).map(({ taskId }) => taskId),
      )
      .update({ due_by: new Date(world.service.clock.now().getTime() - 26 * 60_000) });
    await world
      .database('delivery_tasks')
      .whereIn(
        'id',
        tasks.slice(6, 7).map(({ taskId }) => taskId),
      )
      .update({ due_by: new Date(world.service.clock.now().getTime() + 35 * 60_000) });
  }

  private async offered(driver: OnDuty): Promise<{ taskId: string; cashDue: string }> {
    const [task] = await this.waiting(1);
    await this.assign(task.taskId, driver);
    return task;
  }
}
