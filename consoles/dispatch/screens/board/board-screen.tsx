import { Map as MapIcon } from 'lucide-react';
import { type CSSProperties, lazy, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { Splitter } from '../../../shared/ui/splitter.tsx';
import { useNarrow } from '../../../shared/ui/use-narrow.ts';
import { type SplitTerms, useSplit } from '../../../shared/ui/use-split.ts';
import type { BoardView } from '../../board/board-store.ts';
import { useBoard, useBoardError, useZones } from '../../data/board-context.tsx';
import { useUpstream } from '../../data/use-upstream.ts';
import { useLatest } from '../../parts/use-latest.ts';
import { useBoardText } from '../../texts/board-texts.ts';
import { PastBar } from '../past/past-bar.tsx';
import { usePast } from '../past/use-past.ts';
import { BoardDialogs } from './board-dialogs.tsx';
import { BoardPanel } from './board-panel.tsx';
import { type BoardParams, type ChangeBoard, useBoardParams } from './board-params.ts';
import styles from './board-screen.module.css';
import { BoardSide } from './board-side.tsx';
import { FreeTray } from './free-tray.tsx';
import { PulseStrip } from './pulse.tsx';
import { useBoardActions } from './use-board-actions.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { useBoardRows } from './use-board-rows.ts';
import { useMarkedTasks } from './use-marked-tasks.ts';
import { useTaskSteps } from './use-task-steps.ts';

/** Loaded lazily: the map is most of the code, and the list must not wait for it. */
const BoardMap = lazy(() =>
  import('./board-map.tsx').then(({ BoardMap: component }) => ({ default: component })),
);

/** The city: what is late, what waits, who is free; list and map side by side, now or at a moment of the past. */
export function BoardScreen() {
  const [params, change] = useBoardParams();
  const live = useBoard();
  const past = usePast(params.at, live);
  const error = useBoardError();
  const t = useBoardText();
  const board = params.at === null ? live : past.view;
  if (!live.ready && error !== null) return <ErrorState error={error} />;
  return (
    <div className={styles.screen} data-view={params.view} data-past={params.at !== null}>
      <h1 className="visually-hidden">{t('tab.tasks')}</h1>
      {params.at === null ? null : (
        <PastBar
          past={past}
          at={params.at}
          onGo={(at) => change({ at }, 'replace')}
          onLeave={() => change({ at: null })}
        />
      )}
      {board === null || !board.ready ? (
        <div className={styles.loading}>
          {/* What cannot be had is said above, and not waited for. */}
          {params.at !== null && past.error !== null ? null : <Skeleton lines={12} />}
        </div>
      ) : (
        <Board board={board} params={params} change={change} readOnly={params.at !== null} />
      )}
    </div>
  );
}

interface BoardProps {
  board: BoardView;
  params: BoardParams;
  change: ChangeBoard;
  readOnly: boolean;
}

function Board({ board, params, change, readOnly }: BoardProps) {
  const t = useBoardText();
  const zones = useZones();
  const narrow = useNarrow();
  const { state, now } = board;
  const { list, drivers } = useBoardRows(board, params);
  const upstream = useUpstream(!readOnly);
  const [split] = useState(listSplit);
  const side = useSplit(split);
  const marked = useMarkedTasks(state.tasks);
  const actions = useBoardActions({ tasks: state.tasks, marked: marked.tasks, readOnly });
  const onChange = useLatest(change);
  const showTask = useLatest((id: string | null, how: 'push' | 'replace') =>
    change({ task: id, driver: null }, how),
  );
  const showDriver = useLatest((id: string | null) => change({ driver: id, task: null }));
  const step = useTaskSteps({ rows: list.rows, selected: params.task, showTask, mark: marked.mark });
  useBoardKeys({
    params,
    now,
    change,
    step,
    onMark: () => {
      if (params.task !== null) marked.mark([params.task], !marked.ids.has(params.task));
    },
    onKey: (key) => actions.press(key, params.task),
    onEscape: () => {
      if (params.task !== null || params.driver !== null) change({ task: null, driver: null });
      else marked.clear();
    },
  });
  useFirstPaint();

  // The list renders each second; counts, map and tray follow in a deferred render that yields to input.
  const later = useDeferredValue(board);
  const laterList = useDeferredValue(list);
  const laterDrivers = useDeferredValue(drivers.rows);
  const scope = { board, params, change: onChange, marked, actions, readOnly };
  return (
    <>
      <PulseStrip board={later} upstream={upstream} params={params} change={onChange} />
      {state.complete ? null : <Banner tone="info">{t('list.incomplete')}</Banner>}
      <ViewSwitch view={params.view} change={onChange} />
      <div className={styles.body}>
        <section className={styles.side} style={sizeOf(side.size)} aria-label={t(`tab.${params.tab}`)}>
          <BoardSide
            {...scope}
            list={list}
            drivers={drivers}
            upstream={upstream}
            zones={zones}
            showTask={showTask}
            showDriver={showDriver}
          />
        </section>
        <Splitter {...side} label={t('list.resize')} />
        {/* A phone that shows the list need not fetch and draw a map. */}
        {narrow && params.view === 'list' ? null : (
          <div className={styles.city}>
            <Suspense
              fallback={
                <div className={styles.mapLoading}>
                  <MapIcon aria-hidden size={32} />
                </div>
              }
            >
              <BoardMap
                board={later}
                list={laterList}
                drivers={laterDrivers}
                upstream={upstream}
                zones={zones}
                params={params}
                change={onChange}
                onMenu={actions.menu}
                onDrop={actions.drop}
              />
            </Suspense>
            {readOnly ? null : (
              <FreeTray
                drivers={later.state.drivers}
                now={later.now}
                onDrop={actions.drop}
                onSelect={showDriver}
              />
            )}
          </div>
        )}
        <BoardPanel {...scope} />
      </div>
      <BoardDialogs
        open={actions.open}
        onAction={actions.act}
        onWhy={actions.why}
        onBulkDone={(ids) => marked.mark(ids, false)}
        onClose={actions.close}
      />
    </>
  );
}

/** Pixels: the narrowest readable row, and the least that is left for the map. */
const MIN_LIST = 304;
const MAX_SHARE = 0.7;
/** From these window widths on, rows have space for more text, and then for columns. */
const ROOMY = 1_792;
const VAST = 2_240;

function listSplit(): SplitTerms {
  const room = window.innerWidth;
  const share = room < 1_280 ? Math.min(384, room * 0.36) : Math.min(480, room * 0.28);
  const usual = room >= VAST ? 960 : room >= ROOMY ? 576 : Math.max(MIN_LIST, Math.round(share));
  return { name: 'dispatch.list', least: MIN_LIST, most: Math.round(room * MAX_SHARE), usual };
}

/** Where list and map alternate, the list is as wide as the window, whatever width was chosen. */
function sizeOf(pixels: number): CSSProperties {
  return { '--list-size': `${pixels}px` } as CSSProperties;
}

/** Switches between list and map where there is no space for both. */
function ViewSwitch({ view, change }: { view: BoardParams['view']; change: ChangeBoard }) {
  const t = useBoardText();
  return (
    <div className={styles.views}>
      {(['list', 'map'] as const).map((each) => (
        <Button
          key={each}
          size="small"
          kind={view === each ? 'primary' : 'secondary'}
          aria-pressed={view === each}
          onPress={() => change({ view: each })}
        >
          {t(`view.${each}`)}
        </Button>
      ))}
    </div>
  );
}

/** Marks when the first board was rendered, for measurements. */
function useFirstPaint(): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    performance.mark('board-painted');
  }, []);
}
