import {
  Clock3,
  Hourglass,
  type LucideIcon,
  OctagonAlert,
  PackageOpen,
  TriangleAlert,
  UserCheck,
} from 'lucide-react';
import { memo, useMemo } from 'react';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import type { BoardView } from '../../board/board-store.ts';
import type { Upstream } from '../../board/board-types.ts';
import { selectDrivers } from '../../board/select-drivers.ts';
import { soonOf } from '../../board/select-upstream.ts';
import { latenessOf, type Section, sectionOf, slipOf } from '../../board/task-look.ts';
import { useBoardText } from '../../texts/board-texts.ts';
import { useUpstreamText } from '../../texts/upstream-texts.ts';
import type { BoardParams, ChangeBoard } from './board-params.ts';
import styles from './pulse.module.css';

interface Pulse {
  late: number;
  /** Milliseconds by which the latest task is or will be late. */
  worst: number;
  risk: number;
  next: number | null;
  waiting: number;
  longest: number | null;
  failed: number;
}

/** What a dispatcher needs at a glance: what is late, at risk, waiting or undecided, and which drivers are free. */
export function pulseOf({ state, now }: Pick<BoardView, 'state' | 'now'>): Pulse {
  const pulse: Pulse = { late: 0, worst: 0, risk: 0, next: null, waiting: 0, longest: null, failed: 0 };
  for (const task of state.tasks.values()) {
    const lateness = latenessOf(task, now);
    const section = sectionOf(task, lateness);
    if (section === 'failed') pulse.failed += 1;
    if (task.status === 'UNASSIGNED') {
      pulse.waiting += 1;
      pulse.longest = earliest(pulse.longest, task.waitingSince ?? task.createdAt);
    }
    if (section === 'late') {
      pulse.late += 1;
      pulse.worst = Math.max(pulse.worst, slipOf(task, now).by);
    } else if (section === 'risk') {
      pulse.risk += 1;
      pulse.next = earliest(pulse.next, task.dueBy);
    }
  }
  return pulse;
}

function earliest(former: number | null, instant: string): number {
  const at = Date.parse(instant);
  return former === null ? at : Math.min(former, at);
}

interface PulseStripProps {
  board: BoardView;
  /** Null when showing the past. */
  upstream: Upstream | null;
  params: BoardParams;
  change: ChangeBoard;
}

/** Six large numbers, each a filter for what it counts. */
export const PulseStrip = memo(function PulseStrip({ board, upstream, params, change }: PulseStripProps) {
  const t = useBoardText();
  const tUpstream = useUpstreamText();
  const { duration, number } = useFormats();
  const pulse = useMemo(() => pulseOf(board), [board]);
  const drivers = useMemo(
    () => selectDrivers(board.state.drivers, { text: '', looks: [], zoneId: null }),
    [board.state.drivers],
  );
  const since = (moment: number | null) => duration(Math.max(0, (board.now - (moment ?? board.now)) / 1_000));
  const until = (moment: number | null) => duration(Math.max(0, ((moment ?? board.now) - board.now) / 1_000));
  const toggle = (...sections: Section[]) => {
    const on = same(params.sections, sections) && params.tab === 'tasks';
    change({ tab: 'tasks', sections: on ? [] : sections, view: 'list' });
  };
  const isOn = (...sections: Section[]) => params.tab === 'tasks' && same(params.sections, sections);
  const soon = upstream?.stores.reduce((sum, store) => sum + soonOf(store, board.now), 0) ?? 0;
  const silent = drivers.counts.stale + drivers.counts.offline;
  return (
    <section className={styles.strip} aria-label={t('pulse.label')}>
      <Tile
        icon={OctagonAlert}
        tone={pulse.late > 0 ? 'late' : 'calm'}
        count={number(pulse.late)}
        label={t('pulse.late')}
        hint={
          pulse.late > 0 ? t('pulse.lateWorst', { time: duration(pulse.worst / 1_000) }) : t('pulse.lateNone')
        }
        on={isOn('late')}
        onPress={() => toggle('late')}
      />
      <Tile
        icon={Clock3}
        tone={pulse.risk > 0 ? 'risk' : 'calm'}
        count={number(pulse.risk)}
        label={t('pulse.risk')}
        hint={pulse.risk > 0 ? t('pulse.riskNext', { time: until(pulse.next) }) : t('pulse.riskNone')}
        on={isOn('risk')}
        onPress={() => toggle('risk')}
      />
      <Tile
        icon={Hourglass}
        tone={pulse.waiting > 0 ? 'waiting' : 'calm'}
        count={number(pulse.waiting)}
        label={t('pulse.waiting')}
        hint={
          pulse.waiting > 0
            ? t('pulse.waitingLongest', { time: since(pulse.longest) })
            : t('pulse.waitingNone')
        }
        on={isOn('waiting')}
        onPress={() => toggle('waiting')}
      />
      <Tile
        icon={TriangleAlert}
        tone={pulse.failed > 0 ? 'late' : 'calm'}
        count={number(pulse.failed)}
        label={t('pulse.failed')}
        hint={t('pulse.failedHint')}
        on={isOn('failed')}
        onPress={() => toggle('failed')}
      />
      {upstream === null ? null : (
        <Tile
          icon={PackageOpen}
          tone="calm"
          count={number(upstream.groups)}
          label={tUpstream('pulse.label')}
          hint={
            upstream.groups === 0
              ? tUpstream('pulse.none')
              : soon > 0
                ? tUpstream('pulse.soon', { count: number(soon) })
                : tUpstream('pulse.stores', { count: upstream.stores.length })
          }
          on={params.tab === 'stores'}
          onPress={() =>
            change({
              tab: params.tab === 'stores' ? 'tasks' : 'stores',
              view: 'list',
              task: null,
              driver: null,
            })
          }
        />
      )}
      <Tile
        icon={UserCheck}
        tone={drivers.counts.idle > 0 ? 'free' : 'calm'}
        count={number(drivers.counts.idle)}
        label={t('pulse.free')}
        hint={[
          t('pulse.freeOf', { count: number(drivers.onDuty) }),
          ...(silent > 0 ? [t('pulse.silent', { count: number(silent) })] : []),
        ].join(' · ')}
        on={params.tab === 'drivers'}
        onPress={() =>
          change({ tab: params.tab === 'drivers' ? 'tasks' : 'drivers', looks: [], view: 'list' })
        }
      />
    </section>
  );
});

interface TileProps {
  icon: LucideIcon;
  tone: 'late' | 'risk' | 'waiting' | 'free' | 'calm';
  count: string;
  label: string;
  hint: string;
  on: boolean;
  onPress(): void;
}

function Tile({ icon: Icon, tone, count, label, hint, on, onPress }: TileProps) {
  return (
    <button type="button" className={`${styles.tile} ${styles[tone]}`} aria-pressed={on} onClick={onPress}>
      <Icon aria-hidden size={20} className={styles.icon} />
      <span className={styles.count}>{count}</span>
      <span className={styles.label}>{label}</span>
      <span className={styles.hint}>{hint}</span>
    </button>
  );
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value) => other.includes(value));
}
