import { Users } from 'lucide-react';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import type { Upstream, Zone } from '../../board/board-types.ts';
import type { DriverRows } from '../../board/select-drivers.ts';
import type { TaskList as TaskRows } from '../../board/select-tasks.ts';
import { useBoardText } from '../../texts/board-texts.ts';
import type { BoardScope } from './board-panel.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { DriverList } from './driver-list.tsx';
import { Filters } from './filters.tsx';
import { NothingListed } from './nothing-listed.tsx';
import { TaskList } from './task-list.tsx';
import { UpstreamList } from './upstream-list.tsx';

export interface BoardSideProps extends BoardScope {
  list: TaskRows;
  drivers: DriverRows;
  upstream: Upstream | null;
  zones: readonly Zone[];
  showTask(id: string | null, how: 'push' | 'replace'): void;
  showDriver(id: string | null): void;
}

/** The board as a list of tasks or drivers, with its filters. */
export function BoardSide(props: BoardSideProps) {
  const { board, list, drivers, upstream, zones, params, change, readOnly } = props;
  const tab = readOnly && params.tab === 'stores' ? 'tasks' : params.tab;
  return (
    <>
      <Filters
        params={params}
        change={change}
        zones={zones}
        drivers={board.state.drivers}
        counts={{
          tasks: list.rows.length,
          drivers: drivers.rows.length,
          stores: readOnly ? null : (upstream?.stores.length ?? 0),
        }}
      />
      {tab === 'tasks' ? <Tasks {...props} /> : null}
      {tab === 'drivers' ? <Drivers {...props} /> : null}
      {tab === 'stores' ? (
        <UpstreamList
          upstream={upstream}
          board={board}
          text={params.text}
          selected={params.store}
          onSelect={(store) => change({ store })}
        />
      ) : null}
    </>
  );
}

function Tasks({ board, list, params, change, marked, actions, readOnly, showTask }: BoardSideProps) {
  const { text, sections, zoneId, ofDriver } = params;
  const filtered = text !== '' || sections.length > 0 || zoneId !== null || ofDriver !== null;
  return (
    <>
      {marked.ids.size > 0 ? (
        <BulkBar
          count={marked.tasks.length}
          canAssign={!readOnly && marked.tasks.length > 0}
          onAssign={() => actions.assign(marked.tasks[0])}
          onAll={() =>
            marked.mark(
              list.rows.map((row) => row.task.taskId),
              true,
            )
          }
          onClear={marked.clear}
        />
      ) : null}
      {list.rows.length === 0 ? (
        <NothingListed filtered={board.state.tasks.size > 0 && filtered} change={change} />
      ) : (
        <TaskList
          list={list}
          now={board.now}
          selected={params.task}
          marked={marked.ids}
          onSelect={showTask}
          onMark={marked.mark}
          onMenu={actions.menu}
          onKey={actions.press}
        />
      )}
    </>
  );
}

function Drivers({ board, drivers, params, actions, showDriver }: BoardSideProps) {
  const t = useBoardText();
  if (drivers.rows.length === 0) {
    return (
      <EmptyState icon={Users} title={drivers.onDuty === 0 ? t('list.noDrivers') : t('list.noMatch')}>
        {drivers.onDuty === 0 ? t('list.noDriversDetail') : t('list.noMatchDetail')}
      </EmptyState>
    );
  }
  return (
    <DriverList
      rows={drivers.rows}
      spots={board.spots}
      now={board.now}
      realNow={board.realNow}
      selected={params.driver}
      onSelect={showDriver}
      onDrop={actions.drop}
    />
  );
}
