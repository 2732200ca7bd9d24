import { useEffect, useRef, useState } from 'react';
import { playChime } from '../../shared/notices/chime.ts';
import { useNews } from '../../shared/notices/use-news.ts';
import { byWhatExplainsMost } from '../board/alert-order.ts';
import type { BoardAlert } from '../board/board-types.ts';
import { useBoardPart } from '../data/board-context.tsx';
import type { CriticalAlertProps } from './critical-alert.tsx';

export interface NewAlerts {
  muted: boolean;
  toggle(): void;
  /** The critical alert to show, and how many more are unseen. */
  critical: CriticalAlertProps;
}

/**
 * Announces new alerts: with a sound that can be muted, in the page's title and, if critical, in the line at the foot.
 */
export function useNewAlerts(title: string): NewAlerts {
  const alerts = useBoardPart(({ state }) => state.alerts);
  const ready = useBoardPart((view) => view.ready);
  /** Severity of each alert seen so far. */
  const known = useRef<Map<string, BoardAlert['severity']> | null>(null);
  const [told, setTold] = useState<ReadonlySet<string>>(new Set());
  const { muted, toggle, count } = useNews(title, 'wasl.dispatch.muted');

  useEffect(() => {
    if (!ready) return;
    const former = known.current;
    known.current = new Map([...alerts.values()].map(({ alertId, severity }) => [alertId, severity]));
    // Alerts present when the page was opened are not new.
    if (former === null) return;
    const fresh = [...alerts.values()].filter(
      ({ alertId, status, severity }) =>
        status === 'OPEN' && severity !== 'INFO' && isNews(former.get(alertId), severity),
    );
    if (fresh.length === 0) return;
    if (!muted) playChime(fresh.some(({ severity }) => severity === 'CRITICAL'));
    count(fresh.length);
    const critical = fresh.filter(({ severity }) => severity === 'CRITICAL');
    if (critical.length > 0)
      setTold((earlier) => new Set([...earlier, ...critical.map(({ alertId }) => alertId)]));
  }, [alerts, ready, muted, count]);

  // Acknowledged and resolved alerts need no attention.
  const unseenCritical = [...alerts.values()].filter(
    ({ alertId, status, severity }) => told.has(alertId) && status === 'OPEN' && severity === 'CRITICAL',
  );
  const [most = null, ...others] = unseenCritical.toSorted(byWhatExplainsMost);
  const critical = { alert: most, others: others.length, onSeen: () => setTold(new Set()) };
  return { muted, toggle, critical };
}

/** New, or more severe than before. */
function isNews(former: BoardAlert['severity'] | undefined, severity: BoardAlert['severity']): boolean {
  return former === undefined || (former !== 'CRITICAL' && severity === 'CRITICAL');
}
