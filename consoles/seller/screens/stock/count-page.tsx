import { ScanLine, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Refused } from '../../../shared/forms/refused.tsx';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ScrollBox } from '../../../shared/ui/scroll-box.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { saveCounts } from '../../data/stock.ts';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { afterSaving, type CountRow, countable, piecesOf, scan, type } from '../../stock/count-model.ts';
import { useStockText } from '../../texts/stock-texts.ts';
import styles from './count-page.module.css';
import type { StockProps } from './levels-page.tsx';

/** Counting by keys, or by a scanner that types: each Enter is one piece more. */
export function CountPage({ levels, warehouses, again }: StockProps & { again(): Promise<unknown> }) {
  const t = useStockText();
  const api = useApi();
  const open = warehouses.filter(({ active }) => active);
  const [chosen, setChosen] = useState<string | null>(null);
  const warehouse = open.find(({ id }) => id === chosen) ?? open[0];
  const [rows, setRows] = useState<readonly CountRow[]>([]);
  const { pending, refusal, send, area } = useSending(() => ({}));
  if (warehouse === undefined)
    return (
      <EmptyState
        icon={ScanLine}
        title={t('count.noWarehouse')}
        action={<Link to="/shop/warehouses">{t('count.noWarehouseDetail')}</Link>}
      />
    );
  const sound = rows.length > 0 && rows.every((row) => piecesOf(row) !== null);
  const save = () =>
    send({}, async () => {
      const counts = rows.map((row) => ({
        ...{ offerId: row.offerId, warehouseId: warehouse.id, version: row.version },
        onHand: piecesOf(row) ?? 0,
      }));
      const results = await saveCounts(api, counts);
      const left = afterSaving(rows, results);
      setRows(left);
      await again();
      notify({ tone: 'success', title: t('count.saved', { count: rows.length - left.length }) });
    });
  return (
    <div ref={area} className={styles.page}>
      <div className={styles.tools}>
        <Select
          label={t('count.warehouse')}
          options={open.map(({ id, name }) => ({ id, text: name }))}
          value={warehouse.id}
          onChange={(id) => {
            // What was counted was counted there.
            if (rows.length === 0) setChosen(id);
          }}
        />
        <Scanner
          onScan={(sku) => {
            const next = scan(rows, countable(levels, warehouse.id), sku);
            if (next !== null) setRows(next);
            return next !== null;
          }}
        />
      </div>
      {rows.some(({ verdict }) => verdict !== null) ? (
        <Banner tone="warning" title={t('count.stale.title')} announce="assertive">
          {t('count.stale.detail')}
        </Banner>
      ) : null}
      {rows.length === 0 ? (
        <EmptyState icon={ScanLine} title={t('count.none')}>
          {t('count.noneDetail')}
        </EmptyState>
      ) : (
        <>
          <CountTable rows={rows} onChange={setRows} />
          {refusal === null ? null : <Refused refusal={refusal.error} at={refusal.at} />}
          <div>
            <Button kind="primary" isPending={pending} isDisabled={!sound} onPress={() => void save()}>
              {t('count.save')}
            </Button>
          </div>
        </>
      )}
      <LeaveGuard unsaved={rows.length > 0} />
    </div>
  );
}

/** Keeps the focus, so that one scan follows another. */
function Scanner({ onScan }: { onScan(sku: string): boolean }) {
  const t = useStockText();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [unknown, setUnknown] = useState<string | null>(null);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || text.trim() === '') return;
    event.preventDefault();
    setUnknown(onScan(text) ? null : text.trim());
    setText('');
  };
  return (
    <TextField
      label={t('count.scan')}
      description={t('count.scan.hint')}
      inputRef={field}
      autoFocus
      autoComplete="off"
      leftToRight
      maxLength={64}
      value={text}
      onChange={setText}
      onKeyDown={press}
      error={unknown === null ? null : t('count.unknown', { sku: unknown })}
    />
  );
}

function CountTable({ rows, onChange }: { rows: readonly CountRow[]; onChange(rows: CountRow[]): void }) {
  const t = useStockText();
  const { number } = useFormats();
  return (
    <ScrollBox className={styles.scroll} label={t('page.count')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">SKU</th>
            <th scope="col">{t('count.counted')}</th>
            <th scope="col">{t('count.stood')}</th>
            <th scope="col">{t('count.difference')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const pieces = piecesOf(row);
            const { offerId, sku, counted, stood, verdict } = row;
            return (
              <tr key={offerId} data-counted={sku} data-verdict={verdict ?? ''}>
                <th scope="row">
                  <bdi>{sku}</bdi>
                  {verdict === 'NOT_FOUND' ? <span className={styles.gone}>{t('count.gone')}</span> : null}
                </th>
                <td>
                  <TextField
                    label={t('count.of', { sku })}
                    labelHidden
                    inputMode="numeric"
                    leftToRight
                    maxLength={7}
                    value={counted}
                    onChange={(text) => onChange(type(rows, offerId, text))}
                    error={pieces === null ? t('count.fault') : null}
                  />
                </td>
                <td className={styles.number}>{number(stood)}</td>
                <td className={styles.number}>
                  {pieces === null ? '–' : <bdi dir="ltr">{signed(pieces - stood, number)}</bdi>}
                </td>
                <td>
                  <IconButton
                    size="small"
                    kind="quiet"
                    label={t('count.remove', { sku })}
                    icon={<X aria-hidden size={16} />}
                    onPress={() => onChange(rows.filter((other) => other !== row))}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function signed(pieces: number, number: (value: number) => string): string {
  if (pieces === 0) return number(0);
  return `${pieces > 0 ? '+' : '−'}${number(Math.abs(pieces))}`;
}
