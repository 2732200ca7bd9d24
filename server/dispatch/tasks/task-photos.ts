import { WaslError } from '../../../actors/errors.ts';
import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import { occurrence } from '../../../actors/machines/occurred-at.ts';
import type { Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { idempotently, remembered } from '../../kernel/http/idempotency.ts';
import type { OperationRequest } from '../../kernel/http/operation.ts';
import { ownDriverId } from '../../kernel/http/principal.ts';
import { cleanImage } from '../../kernel/uploads/clean-image.ts';
import type { LinkOf } from '../../kernel/uploads/private-links.ts';
import { storeFile } from '../../kernel/uploads/stored-files.ts';
import { noteSignOfLife } from '../drivers/drivers.ts';
import { noSuchTask } from './api-names.ts';
import { findPhoto, insertPhoto, lockAndCountPhotos, type PhotoRow } from './task-notes-store.ts';
import { readTasks } from './task-store.ts';

/** Most photos per task. */
const MAX_PHOTOS = 10;

export type PhotoDependencies = Dependencies & { presence: DriverPresence };

/** Stores a photo of a task that the driver has. Throws delivery.TOO_MANY_PHOTOS, and as `cleanImage`. */
export async function addPhoto(
  deps: PhotoDependencies,
  { params, bytes, caller, idempotency, occurredAt }: OperationRequest<'addTaskPhoto'>,
): Promise<{ photo: PhotoRow; replayed: boolean }> {
  const driverId = ownDriverId(caller);
  await noteSignOfLife(deps.presence, driverId);
  const known = await remembered(deps.database, idempotency);
  if (known !== null) return { photo: await findPhoto(deps.database, known.reference.id), replayed: true };
  const [task] = await readTasks(deps.database, { id: params.id, driverId }, null, 1);
  if (task === undefined) throw noSuchTask();
  // Before a file is stored, too: refused ones would fill the storage.
  await inTransaction(deps.database, (trx) => refuseTooMany(trx, task.id));
  const image = cleanImage(bytes);
  const file = await storeFile(deps, image, 'private');
  const now = deps.clock.now();
  const told = occurrence(occurredAt ?? undefined, { now: now.toISOString() });
  const row = {
    id: deps.ids.next(),
    taskId: task.id,
    driverId,
    file,
    contentType: image.type,
    bytes: image.bytes.length,
    width: image.width,
    height: image.height,
    occurredAt: told === undefined ? null : new Date(told),
    at: now,
  };
  const { reference, replayed } = await inTransaction(deps.database, (trx) =>
    idempotently(trx, idempotency, async () => {
      await refuseTooMany(trx, task.id);
      await insertPhoto(trx, row);
      return { status: 201, reference: { id: row.id } };
    }),
  );
  return { photo: await findPhoto(deps.database, reference.id), replayed };
}

/** Concurrent uploads are counted one after the other. */
async function refuseTooMany(trx: Transaction, taskId: string): Promise<void> {
  if ((await lockAndCountPhotos(trx, taskId)) >= MAX_PHOTOS) {
    throw new WaslError('delivery.TOO_MANY_PHOTOS', {
      detail: `A task can have at most ${MAX_PHOTOS} photos.`,
    });
  }
}

export function renderPhoto(row: PhotoRow, linkOf: LinkOf): components['schemas']['TaskPhoto'] {
  return {
    id: row.id,
    url: linkOf(row.file),
    width: row.width,
    height: row.height,
    driverId: row.driver_id,
    occurredAt: row.occurred_at?.toISOString() ?? null,
    at: row.at.toISOString(),
  };
}
