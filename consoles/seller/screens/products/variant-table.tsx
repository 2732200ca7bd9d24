import { Card } from '../../../shared/account/card.tsx';
import { useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { ScrollBox } from '../../../shared/ui/scroll-box.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { say, type VariantFields, type VariantRow } from '../../products/sheet-model.ts';
import { useEditorText } from '../../texts/editor-texts.ts';
import styles from './product-editor.module.css';
import type { DraftProps, FaultProps } from './product-texts-fields.tsx';

export interface VariantTableProps extends DraftProps, FaultProps {
  rows: readonly VariantRow[];
  /** What is wrong with all of them. */
  fault: string | undefined;
}

/** Every combination of the options with its SKU and price; those that are not wanted are left out. */
export function VariantTable({ draft, rows, onChange, faults, forget, fault }: VariantTableProps) {
  const t = useEditorText();
  const { locale } = useLocaleChoice();
  return (
    <Card title={t('variants.title')}>
      {fault === undefined ? null : (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <ScrollBox className={styles.scroll} label={t('column.variant')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('column.variant')}</th>
              <th scope="col">SKU</th>
              <th scope="col">{t('column.price')}</th>
              <th scope="col">{t('column.onSale')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const name =
                row.values.map(({ words }) => words[locale] || words.en || '…').join(' · ') ||
                t('variants.only');
              const put = (changes: Partial<VariantFields>) => onChange(say(draft, row, changes));
              const set = (field: 'sku' | 'price') => (text: string) => {
                put({ [field]: text });
                forget(`${field}-${row.key}`);
              };
              return (
                <tr key={row.key} data-variant={row.sku} data-wanted={row.wanted}>
                  <th scope="row">
                    <label className={styles.wanted}>
                      <input
                        type="checkbox"
                        aria-label={t('variants.wanted', { variant: name })}
                        checked={row.wanted}
                        disabled={row.id !== null || rows.length === 1}
                        onChange={({ target }) => put({ wanted: target.checked })}
                      />
                      <bdi>{name}</bdi>
                    </label>
                  </th>
                  <td>
                    <TextField
                      label={t('variants.sku', { variant: name })}
                      labelHidden
                      name={`sku-${row.key}`}
                      leftToRight
                      maxLength={64}
                      isDisabled={!row.wanted}
                      value={row.sku}
                      onChange={set('sku')}
                      error={faults[`sku-${row.key}`]}
                    />
                  </td>
                  <td>
                    <TextField
                      label={t('variants.price', { variant: name })}
                      labelHidden
                      name={`price-${row.key}`}
                      inputMode="decimal"
                      leftToRight
                      maxLength={9}
                      isDisabled={!row.wanted}
                      value={row.price}
                      onChange={set('price')}
                      error={faults[`price-${row.key}`]}
                    />
                  </td>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={t('variants.onSale', { variant: name })}
                      checked={row.onSale}
                      disabled={!row.wanted || row.price.trim() === ''}
                      onChange={({ target }) => put({ onSale: target.checked })}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}
