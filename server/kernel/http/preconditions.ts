import { WaslError } from '../../../actors/errors.ts';

/** Parsed If-Match: acceptable versions, `*` for any, null if the header is missing. */
export type IfMatch = readonly number[] | '*' | null;

/** RFC 9110 entity tags; a compressing proxy may have marked them as weak. */
const ENTITY_TAG = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;
const VERSION = /^\d{1,15}$/;

/** Throws common.VALIDATION_FAILED for anything but a list of entity tags. Foreign tags match no version. */
export function ifMatchOf(header: string | undefined): IfMatch {
  if (header === undefined) return null;
  if (header.trim() === '*') return '*';
  return header.split(',').flatMap((tag) => {
    const opaque = ENTITY_TAG.exec(tag.trim())?.[1];
    if (opaque === undefined) throw notTags();
    return VERSION.test(opaque) ? [Number(opaque)] : [];
  });
}

/** Whether If-Match permits a change of this version; without the header it does. */
export function allowsVersion(ifMatch: IfMatch, version: number): boolean {
  return ifMatch === null || ifMatch === '*' || ifMatch.includes(version);
}

/**
 * Edits by sellers, dispatchers and administrators must name the version they are based on. Throws
 * common.PRECONDITION_REQUIRED without If-Match, common.PRECONDITION_FAILED if it is stale.
 */
export function requireVersion(ifMatch: IfMatch, current: number): void {
  if (ifMatch === null) {
    throw new WaslError('common.PRECONDITION_REQUIRED', {
      detail: 'Send If-Match with the ETag of the version you edited.',
    });
  }
  if (!allowsVersion(ifMatch, current)) {
    throw new WaslError('common.PRECONDITION_FAILED', {
      detail: 'Someone changed this in the meantime. Read it again and repeat your edit.',
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
