import { WaslError } from '../../../actors/errors.ts';

/**
 * Edits by sellers, dispatchers and administrators name the version they were made from.
 * Throws common.PRECONDITION_REQUIRED without If-Match, common.PRECONDITION_FAILED when it is stale.
 */
export function requireVersion(ifMatch: number | null, current: number): void {
  if (ifMatch === null) {
    throw new WaslError('common.PRECONDITION_REQUIRED', {
      detail: 'Send If-Match with the ETag of the version you edited.',
    });
  }
  if (ifMatch !== current) {
    throw new WaslError('common.PRECONDITION_FAILED', {
      detail: 'Somebody changed this meanwhile. Read it again and repeat your edit.',
      extension: { currentVersion: current },
    });
  }
}
