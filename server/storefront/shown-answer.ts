/** What a cached public page must know of a response that it shows. */
export interface ShownAnswer {
  /** Equal ETags mean equal responses. */
  etag: string;
  /** Whether it is known to be unchanged; false if that has to be checked. */
  isCurrent(): boolean;
  /** Checks that; false if only performing the operation would tell. */
  recheck(): Promise<boolean>;
}

interface Reply extends Omit<ShownAnswer, 'etag'> {
  etag: string | null;
}

/** Taken from a reply, without keeping its text in memory. */
export function shownAnswer(reply: Reply): ShownAnswer {
  return { etag: tagOf(reply), isCurrent: reply.isCurrent, recheck: reply.recheck };
}

/** The ETag of a cached response. Uncached responses have none and must not be used for public pages. */
export function tagOf({ etag }: Pick<Reply, 'etag'>): string {
  if (etag === null) throw new Error('a public page is made from kept answers');
  return etag;
}
