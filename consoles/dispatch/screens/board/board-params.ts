import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { DriverLook } from '../../../shared/map/marks.ts';
import { DRIVER_LOOKS } from '../../board/select-drivers.ts';
import type { Heat } from '../../board/select-marks.ts';
import { SECTIONS, type Section } from '../../board/task-look.ts';

/** The board's whole view state is kept in its address, so that it can be shared, and restored with the back button. */
export interface BoardParams {
  tab: 'tasks' | 'drivers' | 'stores';
  /** Small screens show one of the two. */
  view: 'list' | 'map';
  text: string;
  sections: readonly Section[];
  looks: readonly DriverLook[];
  zoneId: string | null;
  /** Only this driver's tasks. */
  ofDriver: string | null;
  task: string | null;
  driver: string | null;
  /** A store that prepares something. */
  store: string | null;
  heat: Heat | null;
  routes: boolean;
  zones: boolean;
  /** A moment of the past; null: now. */
  at: string | null;
}

export const TABS = ['tasks', 'drivers', 'stores'] as const;
const HEATS: readonly Heat[] = ['demand', 'lateness'];

export function readBoardParams(params: URLSearchParams): BoardParams {
  const heat = params.get('heat');
  return {
    tab: TABS.find((known) => known === params.get('tab')) ?? 'tasks',
    view: params.get('view') === 'map' ? 'map' : 'list',
    text: params.get('q') ?? '',
    sections: listOf(params.get('show'), SECTIONS),
    looks: listOf(params.get('looks'), DRIVER_LOOKS),
    zoneId: params.get('zone'),
    ofDriver: params.get('of'),
    task: params.get('task'),
    driver: params.get('driver'),
    store: params.get('store'),
    heat: HEATS.find((known) => known === heat) ?? null,
    routes: params.get('routes') === 'all',
    zones: params.get('zones') !== 'off',
    at: momentOf(params.get('at')),
  };
}

/** Addresses get mistyped and cut off: an invalid moment means the present. */
function momentOf(value: string | null): string | null {
  return value === null || Number.isNaN(Date.parse(value)) ? null : value;
}

function listOf<T extends string>(value: string | null, known: readonly T[]): T[] {
  const named = value?.split(',') ?? [];
  return known.filter((one) => named.includes(one));
}

type Changes = Partial<BoardParams>;

/** The address with these changes; default values are left out. */
export function withChanges(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params);
  const all = { ...readBoardParams(params), ...changes };
  const put = (name: string, value: string | null) => {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  };
  put('tab', all.tab === 'tasks' ? null : all.tab);
  put('view', all.view === 'list' ? null : all.view);
  put('q', all.text);
  put('show', all.sections.join(','));
  put('looks', all.looks.join(','));
  put('zone', all.zoneId);
  put('of', all.ofDriver);
  put('task', all.task);
  put('driver', all.driver);
  put('store', all.store);
  put('heat', all.heat);
  put('routes', all.routes ? 'all' : null);
  put('zones', all.zones ? null : 'off');
  put('at', all.at);
  return next;
}

export type ChangeBoard = (changes: Changes, how?: 'push' | 'replace') => void;

export function useBoardParams(): [BoardParams, ChangeBoard] {
  const [search, setSearch] = useSearchParams();
  const params = useMemo(() => readBoardParams(search), [search]);
  const change = useCallback<ChangeBoard>(
    (changes, how = 'push') =>
      setSearch((former) => withChanges(former, changes), {
        replace: how === 'replace',
        preventScrollReset: true,
        // The next change begins with what was rendered last: J and A may come faster than a deferred render.
        flushSync: true,
      }),
    [setSearch],
  );
  return [params, change];
}
