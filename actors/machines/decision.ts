import type { ErrorCode } from '../errors.ts';
import type { Decision, DomainEvent, JsonObject, Refusal } from '../runtime/machine.ts';

export function accepted<E extends DomainEvent>(events: readonly E[], reply?: JsonObject): Decision<E> {
  return reply === undefined ? { outcome: 'accepted', events } : { outcome: 'accepted', events, reply };
}

export function unchanged(reply?: JsonObject): { outcome: 'unchanged'; reply?: JsonObject } {
  return reply === undefined ? { outcome: 'unchanged' } : { outcome: 'unchanged', reply };
}

type Refused = { outcome: 'refused'; refusal: Refusal };

export function refused(code: ErrorCode, detail: string, extension?: JsonObject): Refused {
  return {
    outcome: 'refused',
    refusal: extension === undefined ? { code, detail } : { code, detail, extension },
  };
}

/** The same refusal for what does not exist and for what belongs to someone else, so that ids cannot be probed. */
export function notFound(what: string): Refused {
  return refused('common.NOT_FOUND', `There is no such ${what}.`);
}

export function forbidden(command: string): Refused {
  return refused('auth.FORBIDDEN', `Your role doesn't allow ${command}.`);
}
