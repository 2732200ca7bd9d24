import { useQuery } from '@tanstack/react-query';
import { ChevronFirst, ChevronLast, FastForward, History, Pause, Play, Rewind, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { daySpan, momentOf, qatarClock, qatarDay } from '../../../shared/i18n/qatar-time.ts';
import { serviceTime } from '../../../shared/live/service-clock.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Menu, MenuItem } from '../../../shared/ui/menu.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { groupMoments, type MomentGroup } from '../../board/past-moments.ts';
import { allPages } from '../../data/board-api.ts';
import { useBoard } from '../../data/board-context.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { useExplain } from '../../parts/use-report.ts';
import { usePastText } from '../../texts/past-texts.ts';
import styles from './past-bar.module.css';
import { useMomentText } from './use-moment-text.ts';
import type { Past } from './use-past.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const DAY_SECONDS = 86_400;
const SPEEDS = [1, 10, 60, 300] as const;
/** Milliseconds between two steps while playing. */
const TICK = 1_000;
/** Milliseconds the slider must rest before the moment is read. */
const RESTS = 200;
const PAGE = 100;
const MAX_SHOWN = 40;

export interface PastBarProps {
  past: Past;
  /** The displayed moment. */
  at: string;
  onGo(at: string): void;
  /** Returns to the present. */
  onLeave(): void;
}

/** Moves through a day: by the second, by playing, or from one notable moment to the next. */
export function PastBar({ past, at, onGo, onLeave }: PastBarProps) {
  const t = usePastText();
  const momentText = useMomentText();
  const { timeWithSeconds, dayAndTime, number, time, clocks } = useFormats();
  const explain = useExplain();
  const { state } = useBoard();
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(60);
  // The slider's position, ahead of the address while it is dragged.
  const [dragged, setDragged] = useState<number | null>(null);
  const moment = dragged ?? Date.parse(at);
  const day = qatarDay(moment);
  const { from, to } = daySpan(day);
  const latest = () => serviceTime(state.clock, Date.now()) - SECOND;
  const moments = useMoments(day, latest());
  const groups = useMemo(() => groupMoments(moments), [moments]);
  const timesOf = ({ at: first, until }: MomentGroup) =>
    time(first) === time(until) ? time(first) : clocks(first, until);
  const go = (target: number) => {
    setDragged(null);
    onGo(new Date(Math.min(target, latest())).toISOString());
  };

  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const scrub = (target: number) => {
    setPlaying(false);
    setDragged(target);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => go(target), RESTS);
  };

  // The next step is requested when the last one has arrived: a slow service plays slower, not jerkily.
  const step = useRef(() => {});
  step.current = () => {
    if (past.loading) return;
    const next = Date.parse(at) + speed * TICK;
    if (next >= latest()) setPlaying(false);
    go(next);
  };
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => step.current(), TICK);
    return () => clearInterval(timer);
  }, [playing]);

  const former = moments.findLast((one) => Date.parse(one.at) < moment - SECOND);
  const next = moments.find((one) => Date.parse(one.at) > moment + SECOND);
  const problem = past.error === null ? null : explain(past.error);
  return (
    <section className={styles.bar} aria-label={t('past.title')}>
      <p className={styles.showing} role="status">
        <History aria-hidden size={18} />
        <strong data-testid="past-moment">{t('past.showing', { time: dayAndTime(moment) })}</strong>
        <span>{past.loading ? t('past.loading') : t('past.readOnly')}</span>
        {past.complete ? null : <span>{t('past.incomplete')}</span>}
      </p>
      <div className={styles.controls}>
        <IconButton
          kind="secondary"
          label={t('past.previous')}
          icon={<ChevronFirst aria-hidden size={18} />}
          isDisabled={former === undefined}
          onPress={() => former !== undefined && go(Date.parse(former.at))}
        />
        <IconButton
          kind="secondary"
          label={t('past.back')}
          icon={<Rewind aria-hidden size={18} />}
          onPress={() => go(moment - MINUTE)}
        />
        <IconButton
          kind="primary"
          label={t(playing ? 'past.pause' : 'past.play')}
          icon={playing ? <Pause aria-hidden size={18} /> : <Play aria-hidden size={18} />}
          onPress={() => setPlaying(!playing)}
        />
        <IconButton
          kind="secondary"
          label={t('past.forward')}
          icon={<FastForward aria-hidden size={18} />}
          onPress={() => go(moment + MINUTE)}
        />
        <IconButton
          kind="secondary"
          label={t('past.next')}
          icon={<ChevronLast aria-hidden size={18} />}
          isDisabled={next === undefined}
          onPress={() => next !== undefined && go(Date.parse(next.at))}
        />
        <Menu
          label={t('past.speed')}
          trigger={<Button>{t('past.times', { count: number(speed) })}</Button>}
          selectionMode="single"
          selectedKeys={[String(speed)]}
          onSelectionChange={(chosen) => setSpeed(Number([...chosen][0] ?? speed))}
        >
          {SPEEDS.map((count) => (
            <MenuItem key={count} id={String(count)}>
              {t('past.times', { count: number(count) })}
            </MenuItem>
          ))}
        </Menu>
      </div>
      <div className={styles.line}>
        <input
          type="range"
          min={0}
          max={DAY_SECONDS - 1}
          step={1}
          value={Math.floor((moment - from) / SECOND)}
          aria-label={t('past.scrub')}
          aria-valuetext={timeWithSeconds(moment)}
          onChange={(event) => scrub(from + Number(event.target.value) * SECOND)}
        />
        <div className={styles.ticks} aria-hidden>
          {moments.slice(0, 200).map((one) => (
            <span
              key={`${one.at} ${one.kind} ${one.subjectId}`}
              className={styles.tick}
              data-kind={one.kind}
              style={{ left: `${((Date.parse(one.at) - from) / (to - from)) * 100}%` }}
            />
          ))}
        </div>
      </div>
      <div className={styles.exact}>
        <TextField
          type="date"
          label={t('past.day')}
          labelHidden
          value={day}
          range={{ max: qatarDay(latest()) }}
          onChange={(chosen) => {
            const target = momentOf(chosen, qatarClock(moment));
            if (target !== null) go(Date.parse(target));
          }}
        />
        <TextField
          type="time"
          label={t('past.time')}
          labelHidden
          value={timeWithSeconds(moment)}
          range={{ step: 1 }}
          onChange={(chosen) => {
            const target = momentOf(day, chosen);
            if (target !== null) scrub(Date.parse(target));
          }}
        />
        <Menu
          label={t('past.moments')}
          trigger={<Button>{t('past.moments')}</Button>}
          onAction={(key) => go(Date.parse(String(key).split(' ')[0] ?? ''))}
        >
          {moments.length === 0 ? (
            <MenuItem id="none">{t('past.noMoments')}</MenuItem>
          ) : (
            nearest(groups, moment).map((group) => (
              <MenuItem key={idOf(group)} id={idOf(group)}>
                {`${timesOf(group)} ${momentText(group)}`}
              </MenuItem>
            ))
          )}
        </Menu>
        <Button kind="primary" onPress={onLeave}>
          <Undo2 aria-hidden size={16} className="mirrored" />
          {t('past.now')}
        </Button>
      </div>
      {problem === null ? null : (
        <Banner tone="danger" title={problem.title}>
          {problem.detail}
        </Banner>
      )}
    </section>
  );
}

/** Notable moments of a day, oldest first. */
function useMoments(day: string, now: number) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.moments(day),
    queryFn: () => {
      const { from, to } = daySpan(day);
      // A day that is not over is read up to now.
      const query = {
        from: new Date(from).toISOString(),
        ...(to < now ? { to: new Date(to).toISOString() } : {}),
        limit: PAGE,
      };
      return allPages((cursor) =>
        dataOf(api.GET('/dispatch/history/timeline', { params: { query: { ...query, ...cursor } } })),
      );
    },
  });
  return useMemo(() => data ?? [], [data]);
}

function idOf({ at, kind, moments }: MomentGroup): string {
  return `${at} ${kind} ${moments[0]?.subjectId}`;
}

function nearest<M extends { at: string }>(moments: readonly M[], moment: number): readonly M[] {
  const here = moments.findIndex(({ at }) => Date.parse(at) >= moment);
  const middle = here < 0 ? moments.length : here;
  const start = Math.max(0, Math.min(moments.length - MAX_SHOWN, middle - MAX_SHOWN / 2));
  return moments.slice(start, start + MAX_SHOWN);
}
