import type { Api } from '../../shared/api/client.ts';
import { pictureBody } from '../../shared/api/picture-body.ts';
import { isProblemCode, NoAnswerError, ProblemError } from '../../shared/api/problem.ts';
import type { Action } from '../queue/action.ts';
import { type Outcome, outcomeOf } from '../queue/outcome.ts';
import type { Driver, Task } from './driver-data.ts';

/** The part of the answer to an accepted action that the app shows. */
export type Told = { task: Task } | { driver: Driver } | null;

/** Sends one queued action under its key, with the time it was done at; `told` receives the service's answer. */
export async function sendAction(api: Api, action: Action, told: (told: Told) => void): Promise<Outcome> {
  try {
    const { data } = await call(api, action);
    told(toldBy(action, data));
    return { kind: 'accepted', answer: data };
  } catch (error) {
    if (error instanceof NoAnswerError) return { kind: 'later', obstacle: 'OFFLINE', retryAfter: null };
    if (hasArrivedBefore(action, error)) return { kind: 'accepted', answer: undefined };
    if (!(error instanceof ProblemError)) throw error;
    return outcomeOf({ status: error.status, body: error.problem, retryAfter: error.retryAfter });
  }
}

function toldBy({ kind }: Action, data: unknown): Told {
  if (data === undefined || kind === 'decline' || kind === 'photo') return null;
  return kind.startsWith('shift-') ? { driver: data as Driver } : { task: data as Task };
}

function call(api: Api, action: Action): Promise<{ data?: unknown }> {
  const header = { 'Idempotency-Key': action.id, 'Occurred-At': action.occurredAt };
  const own = { params: { header } };
  const on = { params: { header, path: { id: action.taskId ?? '' } } };
  const body = action.body as never;
  switch (action.kind) {
    case 'decline':
      return api.POST('/driver/tasks/{id}/decline', { ...on, body });
    case 'pick-up':
      return api.POST('/driver/tasks/{id}/pick-up', on);
    case 'in-transit':
      return api.POST('/driver/tasks/{id}/in-transit', on);
    case 'arrive':
      return api.POST('/driver/tasks/{id}/arrive', on);
    case 'delivery-code':
      return api.POST('/driver/tasks/{id}/delivery-code', on);
    case 'record-cash':
      return api.POST('/driver/tasks/{id}/record-cash', { ...on, body });
    case 'complete':
      return api.POST('/driver/tasks/{id}/complete', on);
    case 'fail':
      return api.POST('/driver/tasks/{id}/fail', { ...on, body });
    case 'photo':
      return api.POST('/driver/tasks/{id}/photos', { ...on, ...pictureBody(pictureOf(action)) });
    case 'return-start':
      return api.POST('/driver/tasks/{id}/return', { ...on, body: { stage: 'START' } });
    case 'return-complete':
      return api.POST('/driver/tasks/{id}/return', { ...on, body: { stage: 'COMPLETE' } });
    case 'hand-over':
      return api.POST('/driver/tasks/{id}/hand-over', on);
    case 'shift-start':
      return api.POST('/driver/shift/start', own);
    case 'shift-break':
      return api.POST('/driver/shift/break', own);
    case 'shift-resume':
      return api.POST('/driver/shift/resume', own);
    case 'shift-end':
      return api.POST('/driver/shift/end', own);
  }
}

function pictureOf({ photo }: Action): Blob {
  return new Blob(photo === null ? [] : [photo.bytes], { type: photo?.type ?? '' });
}

/**
 * Each key stands for one picture. If the service knows the key with another request, it has the picture: an earlier
 * version of the app sent it in another form (base64 in JSON) and was closed before the answer came.
 */
function hasArrivedBefore({ kind }: Action, error: unknown): boolean {
  return kind === 'photo' && isProblemCode(error, 'idempotency.MISMATCH');
}
