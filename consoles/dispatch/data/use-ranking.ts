import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../shared/api/client.ts';
import { useApi } from '../../shared/session/session-context.tsx';
import { keys } from './fresh-queries.ts';

export type DriverRanking = components['schemas']['DriverRanking'];
export type RankedDriver = components['schemas']['RankedDriver'];
export type RankedTask = DriverRanking['tasks'][number];

export interface RankedRow extends RankedDriver {
  /** Went off duty since the list was made: keeps the place, but cannot be chosen. */
  gone: boolean;
}

export interface Ranking {
  /** Null until the service has answered. */
  tasks: readonly RankedTask[] | null;
  why: DriverRanking['why'] | null;
  /** In the sequence first listed: figures are updated in place, rows do not move. */
  rows: readonly RankedRow[];
  complete: boolean;
  /** The service would now list them in another sequence. */
  moved: boolean;
  /** Lists them in the present sequence. */
  refresh(): void;
  error: unknown;
  retry(): void;
}

/** Milliseconds between reads of the ranking while it is on screen. */
const AGAIN = 10_000;
/** Rows below this rank may reorder without the ranking counting as moved. */
const HEAD = 6;
const NO_ORDER: readonly string[] = [];

/**
 * Drivers who could be given these tasks, in the assignment policy's order of preference.
 * @param seen Changes when the tasks do: another round is another list.
 * @param driverId Included in any case.
 */
export function useRanking(taskIds: readonly string[], seen: string, driverId: string | null): Ranking {
  const api = useApi();
  const what = `${taskIds.join()} ${seen}`;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: keys.ranking(taskIds, seen, driverId),
    queryFn: () => {
      const query = { ids: [...taskIds], ...(driverId === null ? {} : { driverId }) };
      return dataOf(api.GET('/dispatch/candidates', { params: { query } }));
    },
    refetchInterval: AGAIN,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const [listed, setListed] = useState<{ what: string; order: readonly string[] } | null>(null);
  // Including another driver is a new request; earlier answers about listed drivers stay valid meanwhile.
  const stands =
    !isPlaceholderData ||
    (listed?.what === what && data?.drivers.some((driver) => driver.driverId === driverId) === true);
  const current = data === undefined || !stands ? null : data;
  if (current !== null && listed?.what !== what) setListed({ what, order: orderOf(current) });
  const order = listed?.order ?? NO_ORDER;

  const last = useRef(new Map<string, RankedDriver>());
  const rows = useMemo(() => {
    if (data === undefined) return [];
    const now = new Map(data.drivers.map((driver) => [driver.driverId, driver]));
    const kept = order.flatMap((id) => {
      const driver = now.get(id) ?? last.current.get(id);
      return driver === undefined ? [] : [{ ...driver, gone: !now.has(id) }];
    });
    const known = new Set(order);
    const added = data.drivers.filter((driver) => !known.has(driver.driverId));
    for (const driver of data.drivers) last.current.set(driver.driverId, driver);
    return [...kept, ...added.map((driver) => ({ ...driver, gone: false }))];
  }, [data, order]);

  const refresh = useCallback(() => {
    if (data !== undefined) setListed({ what, order: orderOf(data) });
  }, [data, what]);
  return {
    tasks: current?.tasks ?? null,
    why: data?.why ?? null,
    rows,
    complete: data?.complete ?? true,
    moved: current !== null && differs(order, orderOf(current)),
    refresh,
    error: current === null ? error : null,
    retry: () => void refetch(),
  };
}

function orderOf({ drivers }: DriverRanking): readonly string[] {
  return drivers.map(({ driverId }) => driverId);
}

function differs(one: readonly string[], other: readonly string[]): boolean {
  return one.slice(0, HEAD).join() !== other.slice(0, HEAD).join();
}
