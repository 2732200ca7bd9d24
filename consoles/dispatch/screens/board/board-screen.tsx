import { Map as MapIcon, Users } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { BoardView } from '../../board/board-store.ts';
import type { BoardTask } from '../../board/board-types.ts';
import { selectDrivers } from '../../board/select-drivers.ts';
import { TaskSelector } from '../../board/select-tasks.ts';
import { useBoard, useBoardError, useZones } from '../../data/board-context.tsx';
import type { TaskAction } from '../../data/task-actions.ts';
import { useLatest } from '../../parts/use-latest.ts';
import { useNarrow } from '../../parts/use-narrow.ts';
import { useBoardText } from '../../texts/board-texts.ts';
import { DriverPanel } from '../driver/driver-panel.tsx';
import { PastBar } from '../past/past-bar.tsx';
import { usePast } from '../past/use-past.ts';
import { TaskPanel } from '../task/task-panel.tsx';
import { BoardDialogs, type OpenDialog } from './board-dialogs.tsx';
import { type BoardParams, type ChangeBoard, useBoardParams } from './board-params.ts';
import styles from './board-screen.module.css';
import { BulkBar } from './bulk-bar.tsx';
import { DriverList } from './driver-list.tsx';
import { Filters } from './filters.tsx';
import { FreeTray } from './free-tray.tsx';
import { NothingListed } from './nothing-listed.tsx';
import { PulseStrip } from './pulse.tsx';
import { TaskList } from './task-list.tsx';
import { useAssignNow } from './use-assign-now.ts';
import { useBoardKeys } from './use-board-keys.ts';

/** The map is most of the code, and the list is not to wait for it. */
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
      {params.at === null ? null : <PastBar past={past} at={params.at} change={change} />}
      {board === null || !board.ready ? (
        <div className={styles.loading}>
          <Skeleton lines={12} />
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
  const [selector] = useState(() => new TaskSelector());
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const assignNow = useAssignNow();
  const { text, sections, zoneId, ofDriver, looks, tab } = params;
  const list = useMemo(
    () =>
      selector.select(
        state.tasks,
        state.drivers,
        { text: tab === 'tasks' ? text : '', sections, zoneId, driverId: ofDriver },
        now,
      ),
    [selector, state.tasks, state.drivers, text, tab, sections, zoneId, ofDriver, now],
  );
  const drivers = useMemo(
    () => selectDrivers(state.drivers, { text: tab === 'drivers' ? text : '', looks, zoneId }),
    [state.drivers, text, tab, looks, zoneId],
  );
  const taskOf = (id: string | null) => (id === null ? undefined : state.tasks.get(id));
  const act = (action: TaskAction, task: BoardTask) => setOpen({ kind: 'action', action, task });
  const why = (task: BoardTask) => setOpen({ kind: 'why', task });
  const menu = (taskId: string, at: { x: number; y: number }) => {
    const task = taskOf(taskId);
    if (task !== undefined && !readOnly) setOpen({ kind: 'menu', task, at });
  };
  const mark = (ids: readonly string[], on: boolean) =>
    setMarked((former) => {
      const next = new Set(former);
      for (const id of ids)
        if (on) next.add(id);
        else next.delete(id);
      return next;
    });
  const markedTasks = useMemo(
    () => [...marked].flatMap((id) => state.tasks.get(id) ?? []),
    [marked, state.tasks],
  );

  /** Dropped on a driver: one that waits is assigned at once, with a way back; what is somebody's needs a reason. */
  const drop = (driverId: string, ids: readonly string[]) => {
    if (readOnly) return;
    const tasks = ids.flatMap((id) => state.tasks.get(id) ?? []);
    const [only] = tasks;
    if (tasks.length > 1) setOpen({ kind: 'bulk', tasks, driverId });
    else if (only?.driverId === null) void assignNow(only, driverId);
    else if (only !== undefined) setOpen({ kind: 'action', action: 'reassign', task: only, driverId });
  };
  const assign = (task: BoardTask | undefined) => {
    if (readOnly) return;
    if (markedTasks.length > 1) setOpen({ kind: 'bulk', tasks: markedTasks });
    else if (task !== undefined) act(task.driverId === null ? 'assign' : 'reassign', task);
  };
  const onKey = (key: string, taskId: string | null) => {
    const task = taskOf(taskId);
    if (key === 'a') assign(task);
    else if (key === 'w' && task !== undefined) why(task);
    else if (key === 'm' && task !== undefined) {
      const box = document.getElementById(`task-${task.taskId}`)?.getBoundingClientRect();
      menu(task.taskId, { x: box?.left ?? 80, y: box?.bottom ?? 160 });
    } else if (key === 'Enter')
      document.querySelector<HTMLElement>('[data-testid=task-panel] button')?.focus();
  };
  const step = (by: number) => {
    const at = list.rows.findIndex(({ task }) => task.taskId === params.task);
    const row = list.rows[Math.min(list.rows.length - 1, Math.max(0, at + by))];
    if (row !== undefined) change({ task: row.task.taskId, driver: null }, 'replace');
  };
  useBoardKeys({
    enabled: open === null,
    params,
    now,
    change,
    step,
    onKey: (key) => onKey(key, params.task),
    onEscape: () => {
      if (params.task !== null || params.driver !== null) change({ task: null, driver: null });
      else setMarked(new Set());
    },
  });
  const firstPaint = useRef(false);
  useEffect(() => {
    if (firstPaint.current) return;
    firstPaint.current = true;
    performance.mark('board-painted');
  }, []);

  // The list is drawn with each second's picture; numbers, map and tray follow in a turn of their own, which gives way.
  const later = useDeferredValue(board);
  const laterList = useDeferredValue(list);
  const laterDrivers = useDeferredValue(drivers.rows);
  const onMenu = useLatest(menu);
  const onDrop = useLatest(drop);
  const onChange = useLatest(change);
  const onMark = useLatest(mark);
  const onListKey = useLatest(onKey);
  const showTask = useLatest((id: string | null, how: 'push' | 'replace') =>
    change({ task: id, driver: null }, how),
  );
  const showDriver = useLatest((id: string) => change({ driver: id, task: null }));

  const driverName = (id: string | null | undefined) =>
    id == null ? null : (state.drivers.get(id)?.fullName ?? null);
  const task = taskOf(params.task);
  return (
    <>
      <PulseStrip board={later} params={params} change={onChange} />
      {state.complete ? null : <Banner tone="info">{t('list.incomplete')}</Banner>}
      <div className={styles.views}>
        {(['list', 'map'] as const).map((view) => (
          <Button
            key={view}
            size="small"
            kind={params.view === view ? 'primary' : 'secondary'}
            aria-pressed={params.view === view}
            onPress={() => change({ view })}
          >
            {t(`view.${view}`)}
          </Button>
        ))}
      </div>
      <div className={styles.body}>
        <section className={styles.side} aria-label={t(`tab.${tab}`)}>
          <Filters
            params={params}
            change={onChange}
            zones={zones}
            drivers={state.drivers}
            counts={{ tasks: list.rows.length, drivers: drivers.rows.length }}
          />
          {tab === 'tasks' ? (
            <>
              {marked.size > 0 ? (
                <BulkBar
                  count={markedTasks.length}
                  canAssign={!readOnly && markedTasks.length > 0}
                  onAssign={() => assign(markedTasks[0])}
                  onAll={() =>
                    mark(
                      list.rows.map((row) => row.task.taskId),
                      true,
                    )
                  }
                  onClear={() => setMarked(new Set())}
                />
              ) : null}
              {list.rows.length === 0 ? (
                <NothingListed
                  filtered={
                    state.tasks.size > 0 &&
                    (text !== '' || sections.length > 0 || zoneId !== null || ofDriver !== null)
                  }
                  change={change}
                />
              ) : (
                <TaskList
                  list={list}
                  now={now}
                  selected={params.task}
                  marked={marked}
                  onSelect={showTask}
                  onMark={onMark}
                  onMenu={onMenu}
                  onKey={onListKey}
                />
              )}
            </>
          ) : drivers.rows.length === 0 ? (
            <EmptyState icon={Users} title={drivers.onDuty === 0 ? t('list.noDrivers') : t('list.noMatch')}>
              {drivers.onDuty === 0 ? t('list.noDriversDetail') : t('list.noMatchDetail')}
            </EmptyState>
          ) : (
            <DriverList
              rows={drivers.rows}
              spots={board.spots}
              now={now}
              realNow={board.realNow}
              selected={params.driver}
              onSelect={showDriver}
              onDrop={onDrop}
            />
          )}
        </section>
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
                zones={zones}
                params={params}
                change={onChange}
                onMenu={onMenu}
                onDrop={onDrop}
              />
            </Suspense>
            {readOnly ? null : (
              <FreeTray drivers={later.state.drivers} now={later.now} onDrop={onDrop} onSelect={showDriver} />
            )}
          </div>
        )}
        {params.task !== null ? (
          <div className={styles.panel}>
            <TaskPanel
              taskId={params.task}
              task={task}
              now={now}
              driverName={driverName(task?.driverId)}
              readOnly={readOnly}
              onAction={act}
              onWhy={why}
              onDriver={(id) => change({ driver: id, task: null })}
              onClose={() => change({ task: null })}
            />
          </div>
        ) : params.driver !== null ? (
          <div className={styles.panel}>
            <DriverPanel
              driverId={params.driver}
              board={board}
              readOnly={readOnly}
              markedTasks={markedTasks}
              onAssign={(driverId) =>
                drop(
                  driverId,
                  markedTasks.map(({ taskId }) => taskId),
                )
              }
              onTask={(id) => change({ task: id, driver: null })}
              onOnly={(id) => change({ ofDriver: id, tab: 'tasks' })}
              onClose={() => change({ driver: null })}
            />
          </div>
        ) : null}
      </div>
      <BoardDialogs
        open={open}
        onAction={act}
        onWhy={why}
        onBulkDone={(ids) => mark(ids, false)}
        // A menu that goes because of what was chosen in it leaves that open.
        onClose={() => setOpen((former) => (former === open ? null : former))}
      />
    </>
  );
}
