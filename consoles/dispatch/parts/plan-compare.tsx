import type { components } from '../../shared/api/api-types.ts';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { usePeopleText } from '../texts/people-texts.ts';
import styles from './plan-compare.module.css';
import { WideTable } from './wide-table.tsx';

type Figures = components['schemas']['PlanFigures'];

/** What a plan changes, in four figures. */
export function PlanCompare({ before, after }: { before: Figures; after: Figures }) {
  const t = usePeopleText();
  const { duration, distance, number } = useFormats();
  const rows = [
    { name: t('route.travel'), of: ({ travelSeconds }: Figures) => travelSeconds, say: duration },
    { name: t('route.distance'), of: ({ distanceMetres }: Figures) => distanceMetres, say: distance },
    { name: t('route.lateness'), of: ({ latenessSeconds }: Figures) => latenessSeconds, say: duration },
    { name: t('route.lateStops'), of: ({ lateStops }: Figures) => lateStops, say: number },
  ];
  return (
    <WideTable label={t('route.preview')} head={['', t('route.before'), t('route.after'), '']}>
      {rows.map(({ name, of, say }) => {
        const change = of(after) - of(before);
        return (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{say(of(before))}</td>
            <td>{say(of(after))}</td>
            <td className={change < 0 ? styles.better : change > 0 ? styles.worse : undefined}>
              {change === 0 ? '=' : `${change < 0 ? '−' : '+'}${say(Math.abs(change))}`}
            </td>
          </tr>
        );
      })}
    </WideTable>
  );
}
