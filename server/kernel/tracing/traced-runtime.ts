import { WaslError } from '../../../actors/errors.ts';
import type { GroupStore, GroupWrite } from '../../../actors/runtime/activation-ports.ts';
import type { Pusher } from '../../../actors/runtime/relay.ts';
import type { ActorRuntime } from '../../../actors/runtime/runtime.ts';
import type { ActorStore, Commit } from '../../../actors/runtime/store.ts';
import type { Span, Tracing } from './tracing.ts';

/** A span for each command, from where it is given to its answer, whichever process decides it. */
export function tracedRuntime(runtime: ActorRuntime, tracing: Tracing): ActorRuntime {
  return {
    async execute(request) {
      const { ref, type, trace: parent } = request;
      const about = { 'wasl.actor.kind': ref.kind, 'wasl.actor.key': ref.key };
      const span = tracing.begin(`command ${ref.kind}.${type}`, 'internal', parent, about);
      try {
        const result = await runtime.execute({ ...request, trace: span.trace });
        span.end({ 'wasl.outcome': result.replayed ? 'repeated' : 'done' });
        return result;
      } catch (error) {
        const refused = error instanceof WaslError && error.status < 500;
        const code = error instanceof WaslError ? error.code : 'error';
        span.end({ 'wasl.outcome': refused ? 'refused' : 'failed', 'wasl.code': code }, !refused);
        throw error;
      }
    },
  };
}

/** A span for each turn of a group commit, as long as its statement. */
export function tracedGroupStore(store: GroupStore, tracing: Tracing): GroupStore {
  return {
    activate: (ref) => store.activate(ref),
    find: (ref, commandId) => store.find(ref, commandId),
    async write(batch, finished) {
      const spans = batch.map((write) => commitSpan(tracing, commitOf(write), batch.length));
      try {
        const results = await store.write(batch, finished);
        spans.forEach((span, index) => {
          const outcome = results[index]?.kind ?? 'unknown';
          span?.end({ 'wasl.outcome': outcome }, outcome !== 'done');
        });
        return results;
      } catch (error) {
        for (const span of spans) span?.end({ 'wasl.outcome': 'unknown' }, true);
        throw error;
      }
    },
  };
}

/** A span for each row-locked commit, from its first statement until the transaction has ended. */
export function tracedActorStore(store: ActorStore, tracing: Tracing): ActorStore {
  return {
    async locked(ref, work) {
      let span: Span | null = null;
      try {
        const result = await store.locked(ref, (turn) =>
          work({
            row: turn.row,
            find: (commandId) => turn.find(commandId),
            commit: (commit) => {
              span ??= commitSpan(tracing, commit, 1);
              return turn.commit(commit);
            },
          }),
        );
        (span as Span | null)?.end({ 'wasl.outcome': 'done' });
        return result;
      } catch (error) {
        (span as Span | null)?.end({ 'wasl.outcome': 'failed' }, true);
        throw error;
      }
    },
  };
}

/** A span for each live event that follows from a traced commit, until Redis has it in every room. */
export function tracedPusher(pusher: Pusher, tracing: Tracing): Pusher {
  return {
    get reachable() {
      return pusher.reachable ?? true;
    },
    push(rooms, event, payload, id, committedAt, trace) {
      if (trace === undefined) return pusher.push(rooms, event, payload, id, committedAt);
      const span = tracing.begin(`push ${event}`, 'producer', trace, { 'wasl.rooms': rooms.length });
      const pushed = pusher.push(rooms, event, payload, id, committedAt, span.trace);
      void Promise.resolve(pushed).then((accepted) =>
        span.end({ 'wasl.outcome': accepted === false ? 'waiting' : 'accepted' }),
      );
      return pushed;
    },
  };
}

function commitOf(write: GroupWrite): Commit | null {
  return write.kind === 'commit' ? write.commit : null;
}

function commitSpan(tracing: Tracing, commit: Commit | null, turns: number): Span | null {
  if (commit === null || commit.command.trace === undefined) return null;
  const { ref, version, command } = commit;
  return tracing.begin(`commit ${ref.kind}`, 'internal', command.trace, {
    ...{ 'wasl.actor.key': ref.key, 'wasl.actor.version': version, 'wasl.commit.turns': turns },
  });
}
