import { useCallback, useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { NoAnswerError, ProblemError } from '../../../shared/api/problem.ts';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { actOnGroup, type GroupCommand } from '../../data/group-actions.ts';
import { useOrderStore } from '../../data/orders-context.tsx';
import { actionsOf } from '../../orders/order-store.ts';
import type { BoardGroup, GroupAction, GroupStatus } from '../../orders/order-types.ts';
import { useOrderText } from '../../texts/order-texts.ts';

/** The result of an action on one order. */
export interface Result {
  group: BoardGroup;
  /** Null when it was done; else why not. */
  refused: string | null;
}

export interface Progress {
  action: GroupAction;
  done: number;
  count: number;
}

export interface OrderActions {
  run(groups: readonly BoardGroup[], command: GroupCommand): Promise<void>;
  /** Null while nothing is being done. */
  progress: Progress | null;
  /** Results of a bulk action of which some were refused, until the dialog is closed. */
  results: readonly Result[] | null;
  closeResults(): void;
}

/** Orders that are acted on at once: more would only wait for each other. */
const MAX_CONCURRENT_ACTIONS = 4;

/** Runs an action on one or many orders, each on its own, and reports the results. */
export function useOrderActions(onDone: () => void): OrderActions {
  const t = useOrderText();
  const api = useApi();
  const store = useOrderStore();
  const explain = useRefusal();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [results, setResults] = useState<readonly Result[] | null>(null);

  const actOn = async (group: BoardGroup, command: GroupCommand): Promise<Result> => {
    const now = store.view().groups.get(group.groupId) ?? group;
    if (!actionsOf(store.view(), now).includes(command.action))
      return { group, refused: t('bulk.notNow', { state: t(`status.${now.status}`) }) };
    try {
      store.put(await actOnGroup(api, group.groupId, command));
      return { group, refused: null };
    } catch (error) {
      // Someone else may have been faster: show the present state without waiting for an event.
      const params = { path: { id: group.groupId } };
      await dataOf(api.GET('/seller/order-groups/{id}', { params })).then(
        (read) => store.put(read),
        () => undefined,
      );
      return { group, refused: explain(error) };
    }
  };

  const run = async (groups: readonly BoardGroup[], command: GroupCommand) => {
    if (groups.length === 0 || progress !== null) return;
    const { action } = command;
    const count = groups.length;
    const all: Result[] = [];
    const waiting = [...groups];
    setProgress({ action, done: 0, count });
    const work = async () => {
      for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
        all.push(await actOn(group, command));
        setProgress({ action, done: all.length, count });
      }
    };
    await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_ACTIONS, count) }, work));
    setProgress(null);
    const done = all.filter(({ refused }) => refused === null).length;
    if (done > 0) notify({ tone: 'success', title: t(`done.${action}`, { count: done }) });
    const [first] = all;
    if (done === count) onDone();
    else if (count > 1) setResults(all);
    else if (first !== undefined)
      notify({ tone: 'danger', title: first.group.orderNumber, detail: first.refused ?? undefined });
  };

  return { run, progress, results, closeResults: () => setResults(null) };
}

/** A refusal in the reader's words. */
function useRefusal(): (error: unknown) => string {
  const t = useOrderText();
  const shared = useSharedText();
  return useCallback(
    (error) => {
      if (error instanceof NoAnswerError) return t('refused.unknown');
      if (!(error instanceof ProblemError)) return shared('error.detail');
      switch (error.code) {
        case 'order.INVALID_STATE':
          return t('refused.state', { state: t(`status.${error.problem.currentState as GroupStatus}`) });
        case 'common.NOT_FOUND':
          return t('refused.gone');
        case 'auth.FORBIDDEN':
          return t('refused.right');
        default:
          return error.message;
      }
    },
    [t, shared],
  );
}
