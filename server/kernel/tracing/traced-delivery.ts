import type { LiveObserver } from '../../../realtime/live-observer.ts';
import type { Tracing } from './tracing.ts';

/** A span for each traced live event that is handed to the sockets of this process. */
export function tracedDelivery(observer: LiveObserver, tracing: Tracing): LiveObserver {
  return {
    appended: (events, milliseconds) => observer.appended(events, milliseconds),
    shed: (events) => observer.shed(events),
    caughtUp: (answer, events) => observer.caughtUp(answer, events),
    lagged: () => observer.lagged(),
    live: (live) => observer.live(live),
    delivered: (event, milliseconds, from, trace) => {
      observer.delivered(event, milliseconds, from);
      if (trace === undefined) return;
      const since = { 'wasl.since_commit_ms': Math.max(0, milliseconds), 'wasl.from': from };
      tracing.begin(`deliver ${event}`, 'consumer', trace, since).end();
    },
  };
}
