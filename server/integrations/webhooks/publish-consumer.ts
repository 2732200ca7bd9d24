import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type { PublishedFact } from '../../../actors/runtime/machine.ts';
import { PacedGroups } from '../../../actors/runtime/paced-groups.ts';
import type { Consumer, EffectContext } from '../../../actors/runtime/relay.ts';
import type { Database } from '../../../db/database.ts';
import { realTimers } from '../../../db/real-timers.ts';
import { type NewMessage, storeMessages } from './message-store.ts';

/**
 * Consumer `publish`: stores the message once for all of its owner's endpoints, and a delivery for each that chose its
 * kind. Effects that arrive close together are stored by one statement. An effect that arrives twice changes nothing,
 * because the message's id is made from the effect's.
 */
export function publishConsumer({ database }: { database: Database }): Consumer<'publish'> {
  const groups = new PacedGroups<readonly NewMessage[], undefined>({
    timers: realTimers,
    run: async (asked) => {
      await storeMessages(database, asked.flat());
      return asked.map(() => undefined);
    },
  });
  const consume: Consumer<'publish'> = async ({ facts }, context) => {
    await groups.ask(facts.map((fact, index) => messageOf(fact, index, context)));
  };
  return Object.assign(consume, { gathers: true });
}

function messageOf(
  fact: PublishedFact,
  index: number,
  { effectId, source, version }: EffectContext,
): NewMessage {
  return {
    id: deterministicId(effectId, 'webhook', String(index)),
    seller_id: fact.sellerId,
    kind: fact.kind,
    subject_id: source.key,
    subject_version: version,
    body: bodyOf(fact),
    happened_at: fact.at,
  };
}

/** As Standard Webhooks recommends it. The text is stored, so that every attempt sends the same bytes. */
export function bodyOf({
  kind: type,
  at: timestamp,
  data,
}: Pick<PublishedFact, 'at' | 'data'> & { kind: string }): string {
  return JSON.stringify({ type, timestamp, data });
}
