import { WaslError } from '../../../actors/errors.ts';
import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import { occurrence } from '../../../actors/machines/occurred-at.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { idempotently, remembered } from '../../kernel/http/idempotency.ts';
import type { OperationRequest } from '../../kernel/http/operation.ts';
import { ownDriverId } from '../../kernel/http/principal.ts';
import { cleanImage } from '../../kernel/uploads/clean-image.ts';
import { urlOf } from '../../kernel/uploads/serve-uploads.ts';
import { storeFile } from '../../kernel/uploads/stored-files.ts';
import { noteSignOfLife } from '../drivers/drivers.ts';
import { readTasks } from './task-store.ts';
import { noSuchTask } from './task-words.ts';

/** Of one task. */
const MOST_PHOTOS = 10;

export interface PhotoRow {
  id: string;
  task_id: string;
  driver_id: string;
  file: string;
  width: number;
  height: number;
  occurred_at: Date | null;
  at: Date;
}

export type PhotoDependencies = Dependencies & { presence: DriverPresence };

/** Keeps a picture of a task that the driver has. Throws delivery.TOO_MANY_PHOTOS, and as `cleanImage`. */
export async function addPhoto(
  deps: PhotoDependencies,
  { params, body, caller, idempotency, occurredAt }: OperationRequest<'addTaskPhoto'>,
): Promise<{ photo: PhotoRow; replayed: boolean }> {
  const driverId = ownDriverId(caller);
  await noteSignOfLife(deps.presence, driverId);
  const known = await remembered(deps.database, idempotency);
  if (known !== null) return { photo: await findPhoto(deps.database, known.reference.id), replayed: true };
  const [task] = await readTasks(deps.database, { id: params.id, driverId }, null, 1);
  if (task === undefined) throw noSuchTask();
  const image = cleanImage(Buffer.from(body.image, 'base64'), '/image');
  const file = await storeFile(deps, image, 'private');
  const now = deps.clock.now();
  const row = {
    id: deps.ids.next(),
    task_id: task.id,
    driver_id: driverId,
    file,
    content_type: image.type,
    bytes: image.bytes.length,
    width: image.width,
    height: image.height,
    occurred_at: occurrence(occurredAt ?? undefined, { now: now.toISOString() }) ?? null,
    at: now,
  };
  const { reference, replayed } = await inTransaction(deps.database, (trx) =>
    idempotently(trx, idempotency, async () => {
      await refuseTooMany(trx, task.id);
      await trx('task_photos').insert(row);
      return { status: 201, reference: { id: row.id } };
    }),
  );
  return { photo: await findPhoto(deps.database, reference.id), replayed };
}

/** Two at once are counted one after the other. */
async function refuseTooMany(trx: Transaction, taskId: string): Promise<void> {
  await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`task-photos:${taskId}`]);
  const [row] = await trx('task_photos').where('task_id', taskId).count<{ count: string }[]>('id');
  if (Number(row?.count ?? 0) >= MOST_PHOTOS) {
    throw new WaslError('delivery.TOO_MANY_PHOTOS', {
      detail: `A task keeps ${MOST_PHOTOS} pictures at most.`,
    });
  }
}

async function findPhoto(database: Database, id: string | undefined): Promise<PhotoRow> {
  const row = await database<PhotoRow>('task_photos')
    .where('id', id ?? null)
    .first();
  if (row === undefined) throw new Error(`no photo ${id}`);
  return row;
}

/** Of each task, oldest first, by task id. */
export async function readPhotos(
  database: Database,
  tasks: readonly { id: string }[],
): Promise<Map<string, PhotoRow[]>> {
  const ids = tasks.map(({ id }) => id);
  const rows = await database<PhotoRow>('task_photos').whereIn('task_id', ids).orderBy('id').select();
  return groupBy(rows, (row) => row.task_id);
}

export function renderPhoto(row: PhotoRow): components['schemas']['TaskPhoto'] {
  return {
    id: row.id,
    url: urlOf(row.file),
    width: row.width,
    height: row.height,
    driverId: row.driver_id,
    occurredAt: row.occurred_at?.toISOString() ?? null,
    at: row.at.toISOString(),
  };
}
