import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical, Lock, LockOpen, RefreshCw } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import type { BoardTask, Route, RouteStop } from '../../board/board-types.ts';
import { useBoardStore } from '../../data/board-context.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { Refusal } from '../../parts/refusal.tsx';
import { type Explained, useExplain, useReport } from '../../parts/use-report.ts';
import { useRouteText } from '../../texts/route-texts.ts';
import { useWords } from '../../texts/words.ts';
import { RebuildDialog } from './rebuild-dialog.tsx';
import styles from './route-editor.module.css';

export interface RouteEditorProps {
  driverId: string;
  tasks: ReadonlyMap<string, BoardTask>;
  /** The board's version: live, but without what events leave out. */
  shown: Route | undefined;
  readOnly: boolean;
  onTask(taskId: string): void;
}

/** A stop in the sequence being edited. */
interface Draft {
  stopId: string;
  locked: boolean;
}

/** The stops ahead: resequenced by drag or keys, locked, or planned again. Nothing changes until it is saved. */
export function RouteEditor({ driverId, tasks, shown, readOnly, onTask }: RouteEditorProps) {
  const t = useRouteText();
  const words = useWords();
  const { time } = useFormats();
  const api = useApi();
  const store = useBoardStore();
  const queries = useQueryClient();
  const explain = useExplain();
  const report = useReport();
  const [draft, setDraft] = useState<{ version: number; stops: readonly Draft[] } | null>(null);
  const [rebuild, setRebuild] = useState(false);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Explained | null>(null);
  const [grabbed, setGrabbed] = useState<number | null>(null);
  // Live events do not include locks.
  const { data: whole } = useQuery({
    queryKey: keys.route(driverId),
    enabled: !readOnly && shown !== undefined,
    queryFn: () => dataOf(api.GET('/dispatch/routes/{id}', { params: { path: { id: shown?.id ?? '' } } })),
  });
  const route = whole !== undefined && shown !== undefined && whole.version >= shown.version ? whole : shown;
  const ahead = route?.stops.filter(({ done }) => !done) ?? [];
  const byId = new Map(ahead.map((stop) => [stop.stopId ?? '', stop]));
  const current: readonly Draft[] = ahead.map(({ stopId, locked }) => ({ stopId: stopId ?? '', locked }));
  const stops = draft?.stops.filter(({ stopId }) => byId.has(stopId)) ?? current;

  if (route === undefined || ahead.length === 0) {
    return (
      <section className={styles.route}>
        <h3>{t('route.title')}</h3>
        <p className={styles.muted}>{t('route.empty')}</p>
      </section>
    );
  }
  const edit = (next: readonly Draft[]) =>
    setDraft({ version: draft?.version ?? route.version, stops: next });
  const move = (from: number, to: number) => {
    const moved = stops[from];
    if (moved === undefined || to < 0 || to >= stops.length) return;
    edit(stops.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const put = async (wanted: readonly Draft[], version: number) => {
    const after = await dataOf(
      api.PUT('/dispatch/routes/{id}/stops', {
        params: { path: { id: route.id }, header: { 'If-Match': `"${version}"` } },
        body: { stops: wanted.map(({ stopId, locked }) => ({ stopId, locked })) },
      }),
    );
    store.put({ route: after });
    queries.setQueryData(keys.route(driverId), after);
    return after;
  };
  const save = async () => {
    if (draft === null) return;
    setPending(true);
    setRefused(null);
    try {
      const former = current;
      const after = await put(stops, draft.version);
      setDraft(null);
      notify({
        tone: 'success',
        title: t('route.saved'),
        action: { label: words('common.undo'), run: () => void put(former, after.version).catch(report) },
      });
    } catch (error) {
      setRefused(explain(error));
      void queries.invalidateQueries({ queryKey: keys.route(driverId) });
    }
    setPending(false);
  };
  return (
    <section className={styles.route}>
      <header className={styles.header}>
        <h3>{t('route.title')}</h3>
        {readOnly ? null : (
          <Button size="small" onPress={() => setRebuild(true)}>
            <RefreshCw aria-hidden size={14} />
            {t('route.rebuild')}
          </Button>
        )}
      </header>
      <ol className={styles.stops} data-testid="route-stops">
        {stops.map(({ stopId, locked }, index) => {
          const stop = byId.get(stopId);
          if (stop === undefined) return null;
          return (
            <li
              key={stopId}
              className={styles.stop}
              data-stop={stopId}
              data-grabbed={grabbed === index}
              draggable={!readOnly}
              onDragStart={(event: DragEvent) => {
                event.dataTransfer.effectAllowed = 'move';
                setGrabbed(index);
              }}
              onDragOver={(event: DragEvent) => {
                if (grabbed === null) return;
                event.preventDefault();
                if (grabbed !== index) {
                  move(grabbed, index);
                  setGrabbed(index);
                }
              }}
              onDrop={(event: DragEvent) => event.preventDefault()}
              onDragEnd={() => setGrabbed(null)}
            >
              {readOnly ? null : <GripVertical aria-hidden size={16} className={styles.grip} />}
              <span className={styles.number}>{index + 1}</span>
              <StopWords stop={stop} task={tasks.get(stop.taskId)} time={time} onTask={onTask} />
              {readOnly ? (
                locked ? (
                  <Lock aria-label={t('route.locked')} size={14} />
                ) : null
              ) : (
                <span className={styles.buttons}>
                  <IconButton
                    size="small"
                    label={t('route.up', { number: index + 1 })}
                    icon={<ArrowUp aria-hidden size={14} />}
                    isDisabled={index === 0}
                    onPress={() => move(index, index - 1)}
                  />
                  <IconButton
                    size="small"
                    label={t('route.down', { number: index + 1 })}
                    icon={<ArrowDown aria-hidden size={14} />}
                    isDisabled={index === stops.length - 1}
                    onPress={() => move(index, index + 1)}
                  />
                  <IconButton
                    size="small"
                    label={t(locked ? 'route.unlock' : 'route.lock', { number: index + 1 })}
                    icon={locked ? <Lock aria-hidden size={14} /> : <LockOpen aria-hidden size={14} />}
                    onPress={() =>
                      edit(stops.map((one) => (one.stopId === stopId ? { ...one, locked: !locked } : one)))
                    }
                  />
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {draft === null ? null : (
        <div className={styles.save}>
          <Button kind="primary" isPending={pending} onPress={() => void save()}>
            {t('route.saveOrder')}
          </Button>
          <Button
            onPress={() => {
              setDraft(null);
              setRefused(null);
            }}
          >
            {t('route.discard')}
          </Button>
        </div>
      )}
      <Refusal of={refused} />
      {rebuild ? <RebuildDialog route={route} tasks={tasks} onClose={() => setRebuild(false)} /> : null}
    </section>
  );
}

function StopWords({
  stop,
  task,
  time,
  onTask,
}: {
  stop: RouteStop;
  task: BoardTask | undefined;
  time(moment: string): string;
  onTask(taskId: string): void;
}) {
  const words = useWords();
  const late = stop.kind === 'DROPOFF' && stop.eta !== null && task !== undefined && stop.eta > task.dueBy;
  return (
    <span className={styles.words}>
      <button type="button" className={styles.name} onClick={() => onTask(stop.taskId)}>
        {words(`stop.${stop.kind}`)} ·
        <bdi>{stop.kind === 'DROPOFF' ? task?.dropoff.contactName : task?.pickup.name}</bdi>
      </button>
      <span className={late ? styles.late : styles.muted}>{stop.eta === null ? '–' : time(stop.eta)}</span>
    </span>
  );
}
