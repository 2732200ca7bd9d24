import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { ProblemError } from '../../../shared/api/problem.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { keys } from '../../data/keys.ts';
import { type Edits, type GridColumn, NO_EDITS, settle } from '../../products/grid-model.ts';
import {
  afterAnswer,
  type GridData,
  type GridRequest,
  type RowVerdict,
  requestsOf,
  sheetOf,
  withAnswer,
} from '../../products/grid-rows.ts';
import { useGridText } from '../../texts/grid-texts.ts';

export type GridEdits = ReturnType<typeof useGridEdits>;

/** What is edited in the grid, how it stands with the service, and the way there. */
export function useGridEdits(initial: GridData, columns: readonly GridColumn[]) {
  const api = useApi();
  const queries = useQueryClient();
  const t = useGridText();
  const [data, setData] = useState(initial);
  const [edits, setEdits] = useState(NO_EDITS);
  const [verdicts, setVerdicts] = useState<ReadonlyMap<string, RowVerdict>>(new Map());
  const [pending, setPending] = useState(false);
  /** A request to which no answer came: sent again with its key it is not done twice. */
  const unanswered = useRef<{ sent: string; key: string } | null>(null);
  const latest = useRef(edits);
  latest.current = edits;

  const edit = (next: Edits) => {
    if (next === edits) return;
    setEdits(next);
    // A verdict is about what was sent: it is void once the cell is edited again or set back to its saved value.
    setVerdicts((former) => {
      const kept = [...former].filter(([key]) => next.cells.get(key) === edits.cells.get(key));
      return kept.length === former.size ? former : new Map(kept);
    });
  };

  const send = async (request: GridRequest) => {
    const sent = JSON.stringify(request);
    const key = unanswered.current?.sent === sent ? unanswered.current.key : crypto.randomUUID();
    unanswered.current = { sent, key };
    const params = { header: { 'Idempotency-Key': key } };
    const answer = await dataOf(api.POST('/seller/offers/grid', { params, body: request }));
    unanswered.current = null;
    return answer;
  };

  const save = async () => {
    const requests = requestsOf(data, edits, columns, verdicts);
    if (pending || requests.length === 0) return;
    setPending(true);
    let now = data;
    let saved = 0;
    const refused = new Map<string, RowVerdict>(
      [...verdicts].filter(([, verdict]) => verdict === 'CONFLICT'),
    );
    try {
      for (const request of requests) {
        const answer = await send(request);
        now = withAnswer(now, answer);
        // What was typed while it was under way is in `latest`.
        const outcome = afterAnswer(latest.current, request, answer, sheetOf(now, [], columns));
        saved += outcome.saved;
        for (const [cell, verdict] of outcome.verdicts) refused.set(cell, verdict);
        latest.current = outcome.edits;
        setEdits(outcome.edits);
        setData(now);
      }
      notify({
        tone: refused.size > 0 ? 'warning' : 'success',
        title: t('grid.saved', { count: saved }),
        ...(refused.size > 0 ? { detail: t('grid.unsaved', { count: refused.size }) } : {}),
      });
    } catch (error) {
      const detail = error instanceof ProblemError ? error.message : t('grid.notSure');
      notify({ tone: 'danger', title: t('grid.failed'), detail });
    } finally {
      setVerdicts(refused);
      setPending(false);
      void queries.invalidateQueries({ queryKey: keys.shelves });
    }
  };

  /** For cells that someone else changed too: saves the typed value next time, or gives it up. */
  const choose = (cells: readonly string[], whose: 'mine' | 'theirs') => {
    const chosen = new Set(cells);
    setVerdicts((former) => new Map([...former].filter(([key]) => !chosen.has(key))));
    if (whose === 'theirs') setEdits((former) => settle(former, chosen));
  };

  const faults = [...edits.cells.values()].filter(({ fault }) => fault !== null).length;
  return { data, edits, edit, verdicts, choose, faults, pending, save };
}
