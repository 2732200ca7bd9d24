/** What a page for everybody needs to know of an answer that it shows. */
export interface ShownAnswer {
  /** Equal ETags, equal answers. */
  etag: string;
  /** Whether it is known to be the same right now; false where that has to be found out. */
  isCurrent(): boolean;
  /** Finds it out; false where only performing the operation tells. */
  recheck(): Promise<boolean>;
}

interface Reply extends Omit<ShownAnswer, 'etag'> {
  etag: string | null;
}

/** Of a reply, whose text is let go. */
export function shownAnswer(reply: Reply): ShownAnswer {
  return { etag: tagOf(reply), isCurrent: reply.isCurrent, recheck: reply.recheck };
}

/** The ETag of a kept answer. One that is not kept is another one each time. */
export function tagOf({ etag }: Pick<Reply, 'etag'>): string {
  if (etag === null) throw new Error('a public page is made from kept answers');
  return etag;
}
