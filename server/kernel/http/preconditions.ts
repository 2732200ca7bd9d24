import { WaslError } from '../../../actors/errors.ts';

/** What If-Match says: the versions that may be changed, or `*`, any that there is; null without the header. */
export type IfMatch = readonly number[] | '*' | null;

/** As RFC 9110 has them; a proxy that compresses answers may have marked them as weak. */
const ENTITY_TAG = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;
const VERSION = /^\d{1,15}$/;

/** Throws common.VALIDATION_FAILED for what is not a list of entity tags. Tags of others fit no version. */
export function ifMatchOf(header: string | undefined): IfMatch {
  if (header === undefined) return null;
  if (header.trim() === '*') return '*';
  return header.split(',').flatMap((tag) => {
    const opaque = ENTITY_TAG.exec(tag.trim())?.[1];
    if (opaque === undefined) throw notTags();
    return VERSION.test(opaque) ? [Number(opaque)] : [];
  });
}

/** Whether If-Match lets a change of this version happen; without the header nothing stands in its way. */
export function allowsVersion(ifMatch: IfMatch, version: number): boolean {
  return ifMatch === null || ifMatch === '*' || ifMatch.includes(version);
}

/**
 * Edits by sellers, dispatchers and administrators name the version they were made from.
 * Throws common.PRECONDITION_REQUIRED without If-Match, common.PRECONDITION_FAILED when it is stale.
 */
export function requireVersion(ifMatch: IfMatch, current: number): void {
  if (ifMatch === null) {
    throw new WaslError('common.PRECONDITION_REQUIRED', {
      detail: 'Send If-Match with the ETag of the version you edited.',
    });
  }
  if (!allowsVersion(ifMatch, current)) {
    throw new WaslError('common.PRECONDITION_FAILED', {
      detail: 'Somebody changed this meanwhile. Read it again and repeat your edit.',
      extension: { currentVersion: current },
    });
  }
}

function notTags(): WaslError {
  const message = 'must be * or ETags of this service, versions in quotes';
  return new WaslError('common.VALIDATION_FAILED', {
    errors: [{ pointer: 'header/if-match', code: 'format', message }],
  });
}
