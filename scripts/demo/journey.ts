import type { Received } from '../people/person.ts';
import { type Books, settle } from './books.ts';
import { buy } from './buy.ts';
import { type Cast, gather } from './cast.ts';
import { deliver } from './deliver.ts';
import { type Installation, type Narrator, Stage } from './stage.ts';

export interface JourneyOutcome {
  books: Books;
  cast: Cast;
  /** Every event, with its receiver. */
  heard: readonly Received[];
}

/** One cash-on-delivery order from an empty cart to settled cash, through the public API alone. */
export async function playJourney(installation: Installation, narrator: Narrator): Promise<JourneyOutcome> {
  const stage = new Stage(installation, narrator);
  try {
    const cast = await gather(stage);
    const order = await buy(stage, cast);
    const task = await deliver(stage, cast, order);
    const books = await settle(stage, cast, order.id, task.id);
    return { books, cast, heard: stage.heard };
  } finally {
    stage.leave();
  }
}
