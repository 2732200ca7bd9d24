import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { NoAnswerError, ProblemError } from '../../../shared/api/problem.ts';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { undoable } from '../../../shared/keys/undo.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { keys } from '../../data/keys.ts';
import type { SwitchStatus } from '../../data/shelf.ts';
import { useProductText } from '../../texts/product-texts.ts';

type Item = components['schemas']['ShelfSwitch'];

/** Puts products on sale or takes them off, says how it went with each, and takes it back. */
export function useSwitchShelf(onResults: (results: ReadonlyMap<string, SwitchStatus>) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const t = useProductText();
  const shared = useSharedText();
  const [pending, setPending] = useState(false);

  const send = async (active: boolean, items: Item[]) => {
    setPending(true);
    try {
      const answer = await dataOf(api.POST('/seller/shelf/switch', { body: { active, items } }));
      onResults(new Map(answer.items.map(({ productId, status }) => [productId, status])));
      return answer.items;
    } catch (error) {
      const detail =
        error instanceof ProblemError
          ? error.message
          : shared(error instanceof NoAnswerError ? 'error.noAnswer' : 'error.detail');
      notify({ tone: 'danger', title: t('switch.failed'), detail });
      return null;
    } finally {
      setPending(false);
      void queries.invalidateQueries({ queryKey: keys.shelves });
    }
  };

  const run = async (active: boolean, items: Item[]) => {
    const done = await send(active, items);
    if (done === null) return;
    const switched = done.filter(({ status }) => status === 'SWITCHED');
    const rest = done.length - switched.length;
    const back = switched.map(({ productId, product, offerIds }) => ({ productId, product, offerIds }));
    const undo = async () => {
      if ((await send(!active, back)) === null) return;
      onResults(new Map());
      notify({ tone: 'success', title: t('switch.undone') });
    };
    notify({
      tone: switched.length === 0 ? 'warning' : 'success',
      title: t(active ? 'switch.onDone' : 'switch.offDone', { count: switched.length }),
      ...(rest === 0 ? {} : { detail: t('switch.rest', { count: rest }) }),
      ...(switched.length === 0
        ? {}
        : { action: undoable({ label: t('switch.undo'), run: () => void undo() }) }),
    });
  };
  return { pending, run };
}
