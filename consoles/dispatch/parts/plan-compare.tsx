import type { components } from '../../../server/kernel/http/api-types.ts';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { DataTable } from '../../shared/ui/data-table.tsx';
import type { Column } from '../../shared/ui/table-model.ts';
import { useRouteText } from '../texts/route-texts.ts';
import styles from './plan-compare.module.css';

type Figures = components['schemas']['PlanFigures'];

interface Row {
  name: string;
  of(figures: Figures): number;
  say(value: number): string;
}

/** What a plan changes, in four figures. */
export function PlanCompare({ before, after }: { before: Figures; after: Figures }) {
  const t = useRouteText();
  const { duration, distance, number } = useFormats();
  const rows: readonly Row[] = [
    { name: t('route.travel'), of: ({ travelSeconds }) => travelSeconds, say: duration },
    { name: t('route.distance'), of: ({ distanceMetres }) => distanceMetres, say: distance },
    { name: t('route.lateness'), of: ({ latenessSeconds }) => latenessSeconds, say: duration },
    { name: t('route.lateStops'), of: ({ lateStops }) => lateStops, say: number },
  ];
  const columns: readonly Column<Row>[] = [
    { id: 'name', header: '', names: true, cell: ({ name }) => name },
    { id: 'before', header: t('route.before'), cell: ({ of, say }) => say(of(before)) },
    { id: 'after', header: t('route.after'), cell: ({ of, say }) => say(of(after)) },
    {
      id: 'change',
      header: '',
      cell: ({ of, say }) => <Change value={of(after) - of(before)} say={say} />,
    },
  ];
  const label = `${t('route.before')} – ${t('route.after')}`;
  return <DataTable label={label} columns={columns} rows={rows} keyOf={({ name }) => name} />;
}

function Change({ value, say }: { value: number; say(value: number): string }) {
  if (value === 0) return '=';
  return (
    <span className={value < 0 ? styles.better : styles.worse}>
      {value < 0 ? '−' : '+'}
      {say(Math.abs(value))}
    </span>
  );
}
