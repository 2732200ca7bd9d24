import type { components } from '../../../../server/kernel/http/api-types.ts';

export type DispatchShift = components['schemas']['DispatchShift'];

export type SpanKind =
  | 'plan'
  | 'run'
  | 'break'
  | 'plannedBreak'
  | 'overrun'
  | 'missing'
  | 'missed'
  | 'cancelled';

/** A stretch of a day as it is drawn, in hundredths of it. */
export interface Span {
  kind: SpanKind;
  left: number;
  width: number;
  seconds: number;
}

/** What of a shift lies in a day: its plan, how it went, breaks, and where it is not as it should be. */
export function spansOf(shift: DispatchShift, day: { from: number; to: number }, now: number): Span[] {
  const spans: Span[] = [];
  const add = (kind: SpanKind, from: number, to: number) => {
    const begin = Math.max(from, day.from);
    const end = Math.min(to, day.to);
    if (end <= begin) return;
    const share = (moment: number) => ((moment - day.from) / (day.to - day.from)) * 100;
    spans.push({ kind, left: share(begin), width: share(end) - share(begin), seconds: (to - from) / 1_000 });
  };
  const { plannedStart, plannedEnd, run, status } = shift;
  if (plannedStart !== null && plannedEnd !== null) {
    const [from, to] = [Date.parse(plannedStart), Date.parse(plannedEnd)];
    const kind = status === 'MISSED' ? 'missed' : status === 'CANCELLED' ? 'cancelled' : 'plan';
    add(kind, from, to);
    for (const pause of shift.breaks) add('plannedBreak', Date.parse(pause.from), Date.parse(pause.to));
    if (status === 'PLANNED' && now > from) add('missing', from, Math.min(now, to));
  }
  if (run !== null) {
    const from = Date.parse(run.startedAt);
    const to = run.endedAt === null ? now : Date.parse(run.endedAt);
    add('run', from, to);
    for (const pause of run.breaks) {
      add('break', Date.parse(pause.from), pause.to === null ? now : Date.parse(pause.to));
    }
    if (plannedEnd !== null && to > Date.parse(plannedEnd)) add('overrun', Date.parse(plannedEnd), to);
  }
  return spans;
}
