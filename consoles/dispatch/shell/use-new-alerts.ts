import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { notify } from '../../shared/notices/notices.ts';
import { useBoardPart } from '../data/board-context.tsx';
import { useAlertText } from '../texts/alert-texts.ts';
import { playChime } from './chime.ts';

const MUTED = 'wasl.dispatch.muted';
/** New alerts that are told one by one; more at once are left to the badge. */
const MOST_TOLD = 3;

/** Tells of alerts that were not there before: in a corner, with a sound that can be muted, and in the page's title. */
export function useNewAlerts(title: string): { muted: boolean; toggle(): void } {
  const t = useAlertText();
  const { locale } = useLocaleChoice();
  const navigate = useNavigate();
  const alerts = useBoardPart(({ state }) => state.alerts);
  const ready = useBoardPart((view) => view.ready);
  const known = useRef<Set<string> | null>(null);
  const [muted, setMuted] = useState(() => localStorage.getItem(MUTED) === 'yes');
  const [unseen, setUnseen] = useState(0);

  useEffect(() => {
    if (!ready) return;
    const former = known.current;
    known.current = new Set(alerts.keys());
    // What stood there when the page was opened is not new.
    if (former === null) return;
    const fresh = [...alerts.values()].filter(
      ({ alertId, status, severity }) => !former.has(alertId) && status === 'OPEN' && severity !== 'INFO',
    );
    if (fresh.length === 0) return;
    if (!muted) playChime(fresh.some(({ severity }) => severity === 'CRITICAL'));
    setUnseen((count) => count + fresh.length);
    for (const alert of fresh.slice(0, MOST_TOLD)) {
      notify({
        tone: alert.severity === 'CRITICAL' ? 'danger' : 'warning',
        title: alert.message[locale],
        detail: alert.action[locale],
        action: { label: t('new.open'), run: () => void navigate(`/alerts?alert=${alert.alertId}`) },
      });
    }
  }, [alerts, ready, muted, locale, t, navigate]);

  useEffect(() => {
    document.title = unseen > 0 ? `(${unseen}) ${title}` : title;
  }, [unseen, title]);

  // Whoever looks at the page, or comes back to it, has seen them.
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === 'visible') setUnseen(0);
    };
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('pointerdown', seen);
    window.addEventListener('keydown', seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('pointerdown', seen);
      window.removeEventListener('keydown', seen);
    };
  }, []);

  const toggle = useCallback(() => {
    setMuted((former) => {
      localStorage.setItem(MUTED, former ? 'no' : 'yes');
      return !former;
    });
  }, []);
  return { muted, toggle };
}
