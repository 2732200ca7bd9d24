import { Boxes, ImageOff } from 'lucide-react';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import type { OrderGroup, OrderLine } from '../../orders/order-types.ts';
import { usePanelText } from '../../texts/panel-texts.ts';
import styles from './order-lines.module.css';

/** What was bought, as it is picked from the shelf; what lies in another warehouse first. */
export function OrderLines({ group: { lines, toGather = [] } }: { group: OrderGroup }) {
  const t = usePanelText();
  const { number } = useFormats();
  const nameOf = (lineId: string) => lines.find(({ id }) => id === lineId)?.name ?? '';
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t('panel.lines')}</h3>
      {toGather.length === 0 ? null : (
        <div className={styles.gather}>
          <p className={styles.gatherTitle}>
            <Boxes aria-hidden size={16} /> {t('panel.gather')}
          </p>
          <ul>
            {toGather.map(({ lineId, quantity, fromWarehouse, toWarehouse }) => (
              <li key={`${lineId} ${fromWarehouse.id}`}>
                {t('panel.gatherLine', {
                  count: number(quantity),
                  name: nameOf(lineId),
                  from: fromWarehouse.name,
                  to: toWarehouse.name,
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
      <ul className={styles.lines}>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
    </section>
  );
}

function Line({ line }: { line: OrderLine }) {
  const { money, number, list } = useFormats();
  const { name, sku, quantity, lineTotal, image, optionTexts } = line;
  const options = list(Object.values(optionTexts).map(({ value }) => value));
  return (
    <li className={styles.line}>
      {image === null || image === undefined ? (
        <span className={styles.noPicture}>
          <ImageOff aria-hidden size={20} />
        </span>
      ) : (
        <img className={styles.picture} src={image.url} alt="" width={48} height={48} loading="lazy" />
      )}
      <span className={styles.name}>
        <bdi>{name}</bdi>
        {options === '' ? null : <span className={styles.small}>{options}</span>}
        <bdi className={`id ${styles.small}`}>{sku}</bdi>
      </span>
      <span className={styles.amount}>
        <strong>× {number(quantity)}</strong>
        <span className={styles.small}>{money(lineTotal.amount)}</span>
      </span>
    </li>
  );
}
