import { Plus, Warehouse as WarehouseIcon } from 'lucide-react';
import { useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { CheckBox } from '../../../shared/ui/check-box.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { useSeenVersion, useWarehouses, type Warehouse } from '../../data/shop.ts';
import { useMay } from '../../data/shop-context.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { ListState } from '../../parts/list-state.tsx';
import {
  typedWarehouse,
  useWarehouseChecks,
  WAREHOUSE_PLACES,
  WarehouseFields,
  warehouseBody,
} from '../../parts/warehouse-fields.tsx';
import { useShopText } from '../../texts/shop-texts.ts';
import styles from './shop.module.css';

/** Where goods lie and drivers pick them up. */
export function WarehousesPage() {
  const t = useShopText();
  const may = useMay('STOCK');
  const list = useWarehouses();
  const [edited, setEdited] = useState<Warehouse | 'new' | null>(null);
  return (
    <section className={styles.cards} aria-label={t('page.warehouses')}>
      <p className={styles.note}>{t(may ? 'warehouses.hint' : 'warehouses.readOnly')}</p>
      <ListState
        list={list}
        none={
          <EmptyState icon={WarehouseIcon} title={t('warehouses.none')}>
            {t('warehouses.noneDetail')}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className={styles.list}>
            {rows.map((warehouse) => (
              <WarehouseItem
                key={warehouse.id}
                warehouse={warehouse}
                {...(may ? { onEdit: () => setEdited(warehouse) } : {})}
              />
            ))}
          </ul>
        )}
      </ListState>
      {may ? (
        <div className={styles.buttons}>
          <Button onPress={() => setEdited('new')}>
            <Plus aria-hidden size={16} /> {t('warehouses.add')}
          </Button>
        </div>
      ) : null}
      {edited === null ? null : (
        <WarehouseDialog
          warehouse={edited === 'new' ? null : (list.rows?.find(({ id }) => id === edited.id) ?? edited)}
          again={list.again}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}

function WarehouseItem({ warehouse, onEdit }: { warehouse: Warehouse; onEdit?: () => void }) {
  const t = useShopText();
  const { phone } = useFormats();
  const { name, zoneNumber, streetNumber, buildingNumber, landmark, active, placeholder } = warehouse;
  return (
    <li className={styles.item} data-warehouse={warehouse.id}>
      <div className={styles.facts}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span>
          {t('address', { zone: zoneNumber, street: streetNumber, building: buildingNumber })}
          {landmark === null ? null : (
            <>
              {' · '}
              <bdi>{landmark}</bdi>
            </>
          )}
        </span>
        {warehouse.phone === null ? null : <bdi dir="ltr">{phone(warehouse.phone)}</bdi>}
        {active ? null : <span className={styles.note}>{t('warehouses.closed')}</span>}
        {placeholder ? <span className={styles.fault}>{t('warehouses.placeholder')}</span> : null}
      </div>
      {onEdit === undefined ? null : (
        <Button size="small" onPress={onEdit} aria-label={t('edit.named', { name })}>
          {t('edit')}
        </Button>
      )}
    </li>
  );
}

interface WarehouseDialogProps {
  /** Null: a new one. */
  warehouse: Warehouse | null;
  again(): void;
  onClose(): void;
}

function WarehouseDialog({ warehouse, again, onClose }: WarehouseDialogProps) {
  const t = useShopText();
  const api = useApi();
  const [typed, setTyped] = useState(() => typedWarehouse(warehouse));
  const [active, setActive] = useState(warehouse?.active ?? true);
  const seen = useSeenVersion(warehouse?.version ?? 0);
  const { faultsOf, say } = useWarehouseChecks();
  const send = async () => {
    const body = warehouseBody(typed);
    if (warehouse === null) await dataOf(api.POST('/seller/warehouses', { body }));
    else {
      const params = { path: { id: warehouse.id }, header: { 'If-Match': seen.match } };
      await dataOf(api.PATCH('/seller/warehouses/{id}', { params, body: { ...body, active } }));
    }
    again();
    notify({ tone: 'success', title: t('saved') });
    onClose();
  };
  return (
    <Dialog title={warehouse === null ? t('warehouses.add') : warehouse.name} onClose={onClose}>
      <EditForm
        submit={t('save')}
        fields={WAREHOUSE_PLACES}
        say={say}
        check={() => faultsOf(typed)}
        send={send}
        onConflict={async () => {
          again();
          seen.forget();
        }}
        onCancel={onClose}
      >
        {(faults, forget) => (
          <>
            <WarehouseFields
              typed={typed}
              faults={faults}
              onType={(field, text) => {
                seen.begin();
                setTyped((former) => ({ ...former, [field]: text }));
                forget(field);
              }}
            />
            {warehouse === null ? null : (
              <CheckBox
                checked={active}
                onChange={(open) => {
                  seen.begin();
                  setActive(open);
                }}
              >
                {t('warehouses.open')}
              </CheckBox>
            )}
          </>
        )}
      </EditForm>
    </Dialog>
  );
}
