import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { isProblemCode } from '../../../shared/api/problem.ts';
import { useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { undoable } from '../../../shared/keys/undo.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import type { Zone } from '../../board/board-types.ts';
import { keys } from '../../data/fresh-queries.ts';
import { useReport } from '../../parts/use-report.ts';
import { useWords } from '../../texts/words.ts';
import { useZoneText } from '../../texts/zone-texts.ts';

export type ZonePreview = components['schemas']['ZonePreview'];
export type NewZone = components['schemas']['CreateZoneRequest'];

/** Saves and deletes zones; each shows beforehand which tasks it would move, and can be undone. */
export function useZoneActions() {
  const t = useZoneText();
  const words = useWords();
  const { locale } = useLocaleChoice();
  const api = useApi();
  const queries = useQueryClient();
  const report = useReport();

  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: keys.zones }), [queries]);
  const at = ({ id, version }: Pick<Zone, 'id' | 'version'>) => ({
    params: { path: { id }, header: { 'If-Match': `"${version}"` } },
  });

  /** Which tasks saving would move; for an inactive zone, which tasks deleting would move. */
  const preview = (zoneId: string | null, { priority, active, geometry }: NewZone): Promise<ZonePreview> =>
    dataOf(api.POST('/dispatch/zones/preview', { body: { zoneId, priority, active, geometry } }));

  const undo = async (run: () => Promise<unknown>, name: string) => {
    try {
      await run();
      notify({ tone: 'info', title: words('common.undone'), detail: name });
    } catch (error) {
      if (isProblemCode(error, 'common.PRECONDITION_FAILED', 'common.NOT_FOUND')) {
        notify({ tone: 'danger', title: t('zones.notUndone'), detail: t('zones.changedSince') });
      } else report(error);
    }
    await refresh();
  };
  const say = (title: string, name: string, warningCount: number, back: () => Promise<unknown>) =>
    notify({
      tone: warningCount > 0 ? 'warning' : 'success',
      title,
      detail: warningCount > 0 ? t('zones.warnings', { count: warningCount }) : name,
      action: undoable({ label: words('common.undo'), run: () => void undo(back, name) }),
    });
  const takeBack = (zone: Pick<Zone, 'id' | 'version'>) => () =>
    dataOf(api.POST('/dispatch/zones/{id}/undo', at(zone)));

  /** Returns the saved zone's id. */
  const save = async (zone: Zone | null, body: NewZone): Promise<string> => {
    const name = body.name[locale];
    if (zone === null) {
      const made = await dataOf(api.POST('/dispatch/zones', { body }));
      say(t('zones.saved'), name, 0, () => dataOf(api.DELETE('/dispatch/zones/{id}', at(made))));
      await refresh();
      return made.id;
    }
    const edited = await dataOf(api.PATCH('/dispatch/zones/{id}', { ...at(zone), body }));
    if (edited.zone.version !== zone.version) {
      say(t('zones.saved'), name, edited.warningCount, takeBack(edited.zone));
    }
    await refresh();
    return zone.id;
  };

  const remove = async (zone: Zone): Promise<void> => {
    const { warningCount, version } = await dataOf(api.DELETE('/dispatch/zones/{id}', at(zone)));
    const deleted = { id: zone.id, version: version ?? zone.version + 1 };
    say(t('zones.deleted'), zone.name[locale], warningCount, takeBack(deleted));
    await refresh();
  };

  return { preview, save, remove, refresh };
}
