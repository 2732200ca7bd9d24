import { orderName } from '../../../shared/domain/order-name.ts';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import type { MomentGroup } from '../../board/past-moments.ts';
import { useBoard } from '../../data/board-context.tsx';
import { knownKind, useAlertKindText } from '../../texts/alert-kind-texts.ts';
import { usePastText } from '../../texts/past-texts.ts';
import { useReasonText } from '../../texts/reason-text.ts';

type Moment = MomentGroup['moments'][number];

/** Names listed; the others are counted. */
const MAX_NAMES = 3;

/** What happened, how often, to which drivers and why: "Shift started × 12 · Yousef, Layla, Noor and 9 more". */
export function useMomentText(): (group: MomentGroup) => string {
  const t = usePastText();
  const kindText = useAlertKindText();
  const reasonText = useReasonText();
  const { locale } = useLocaleChoice();
  const { list, number } = useFormats();
  const { state } = useBoard();
  const nameOf = ({ subjectType, subjectId, data }: Moment): string | null => {
    if (subjectType === 'SHIFT') return driverName(String(data.driverId));
    if (subjectType === 'DRIVER') return driverName(subjectId);
    if (subjectType === 'TASK') {
      const task = state.tasks.get(subjectId);
      return task === undefined ? null : orderName(task);
    }
    if (subjectType === 'ZONE')
      return (data.name as Partial<Record<string, string>> | undefined)?.[locale] ?? null;
    return null;
  };
  const driverName = (id: string) => state.drivers.get(id)?.fullName ?? null;
  return ({ kind, moments }) => {
    const [first] = moments;
    const names = [...new Set(moments.map(nameOf))].filter((name) => name !== null);
    const said = names.slice(0, MAX_NAMES).map((name) => `\u2068${name}\u2069`);
    const more = names.length - said.length;
    const alert = first?.subjectType === 'ALERT' ? kindText(knownKind(String(first.data.kind))) : null;
    return [
      moments.length > 1
        ? t('moments.times', { what: t(`moment.${kind}`), count: number(moments.length) })
        : t(`moment.${kind}`),
      alert,
      said.length === 0
        ? null
        : more > 0
          ? t('moments.more', { names: list(said), count: more })
          : list(said),
      first === undefined || first.reason === null ? null : reasonText(first.reason),
    ]
      .filter((part) => part !== null)
      .join(' · ');
  };
}
