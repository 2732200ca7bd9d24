import { type Api, dataOf } from '../../shared/api/client.ts';
import { isProblemCode, NoAnswerError } from '../../shared/api/problem.ts';
import type { DriverData, Task } from './driver-data.ts';

const CODE_ENDED = ['delivery.CODE_VOID', 'delivery.CODES_EXHAUSTED', 'delivery.CODE_EXPIRED'] as const;

/** Calls that cannot wait in the queue, because the next step depends on the service's answer. */
export class DriverCalls {
  readonly #api: Api;
  readonly #data: DriverData;

  constructor(api: Api, data: DriverData) {
    this.#api = api;
    this.#data = data;
  }

  /**
   * Accepts an offer. False when a dispatcher has meanwhile given the task to another driver. Throws NoAnswerError
   * without a connection, ProblemError when the service refuses.
   */
  async accept(task: Task): Promise<boolean> {
    needNetwork();
    const on = { params: { path: { id: task.id } } };
    const accepted = this.#take(await dataOf(this.#api.POST('/driver/tasks/{id}/accept', on)));
    this.#data.refresh('tasks', 'route', 'driver', 'cash');
    return accepted;
  }

  /** Checks the code that the buyer reads out. Throws as `accept` does. */
  async verify(task: Task, code: string): Promise<void> {
    needNetwork();
    const call = { params: { path: { id: task.id } }, body: { code } };
    try {
      if (!this.#take(await dataOf(this.#api.POST('/driver/tasks/{id}/verify-code', call))))
        this.#data.refresh('tasks');
    } catch (error) {
      // Only the service knows the remaining tries, and whether the code is still valid.
      if (isProblemCode(error, ...CODE_ENDED)) this.#data.refresh('tasks');
      throw error;
    }
  }

  /** False when the answer has no content: the task is no longer this driver's. */
  #take(task: Task | undefined): boolean {
    if (task !== undefined) this.#data.takeTask(task);
    return task !== undefined;
  }

  /** Marks one notification as read, or all of them. */
  async readNotices(id?: string): Promise<void> {
    if (id === undefined) await this.#api.POST('/notifications/read-all', {});
    else await this.#api.POST('/notifications/{id}/read', { params: { path: { id } } });
    this.#data.refresh('notices');
  }
}

function needNetwork(): void {
  if (!navigator.onLine) throw new NoAnswerError('offline');
}
