import { Plus, Truck } from 'lucide-react';
import { useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import type { FieldsOf } from '../../../shared/forms/field-errors.ts';
import { useFormText } from '../../../shared/forms/use-form-text.ts';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { CheckBox } from '../../../shared/ui/check-box.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { type ShippingMethod, useSeenVersion, useShippingMethods } from '../../data/shop.ts';
import { EditForm } from '../../parts/edit-form.tsx';
import { ListState } from '../../parts/list-state.tsx';
import { useShopText } from '../../texts/shop-texts.ts';
import { listedZones, zonesOf } from './shipping-zones.ts';
import styles from './shop.module.css';

/** Which ways of delivery buyers are offered, and whose: the shop's own replace all of the marketplace's. */
export function ShippingPage() {
  const t = useShopText();
  const list = useShippingMethods();
  const [edited, setEdited] = useState<ShippingMethod | 'new' | null>(null);
  const offered = list.rows?.some((method) => method.offered) ?? false;
  return (
    <section className={styles.cards} aria-label={t('page.shipping')}>
      {list.rows === undefined ? null : (
        <Banner tone="info" announce="off">
          {t(offered ? 'shipping.own' : 'shipping.platform')}
        </Banner>
      )}
      <ListState
        list={list}
        none={
          <EmptyState icon={Truck} title={t('shipping.none')}>
            {t('shipping.noneDetail')}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className={styles.list}>
            {rows.map((method) => (
              <Method key={method.id} method={method} onEdit={() => setEdited(method)} />
            ))}
          </ul>
        )}
      </ListState>
      <div className={styles.buttons}>
        <Button onPress={() => setEdited('new')}>
          <Plus aria-hidden size={16} /> {t('shipping.add')}
        </Button>
      </div>
      {edited === null ? null : (
        <MethodDialog
          method={edited === 'new' ? null : (list.rows?.find(({ id }) => id === edited.id) ?? edited)}
          again={list.again}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}

function Method({ method, onEdit }: { method: ShippingMethod; onEdit(): void }) {
  const t = useShopText();
  const { locale } = useLocaleChoice();
  const { money } = useFormats();
  const { code, name, price, minDays, maxDays, zoneNumbers, active, offered } = method;
  return (
    <li className={styles.item} data-method={method.id}>
      <div className={styles.facts}>
        <strong>{name[locale]}</strong>
        <span>
          {price.currency === 'QAR' ? money(price.amount) : `${price.amount} ${price.currency}`}
          {' · '}
          {t('shipping.days', { from: minDays, to: maxDays })}
          {' · '}
          {t(`shipping.code.${code}`)}
        </span>
        <span className={styles.note}>
          {zoneNumbers === null
            ? t('shipping.everywhere')
            : t('shipping.zones', { zones: listedZones(zoneNumbers) })}
        </span>
        {offered ? null : (
          <span className={styles.fault}>{t(active ? 'shipping.currency' : 'shipping.off')}</span>
        )}
      </div>
      <Button size="small" onPress={onEdit} aria-label={t('edit.named', { name: name[locale] })}>
        {t('edit')}
      </Button>
    </li>
  );
}

type Field = 'code' | 'en' | 'ar' | 'price' | 'minDays' | 'maxDays' | 'zones';
const FIELDS: FieldsOf<Field> = {
  ...{ '/code': 'code', '/name/en': 'en', '/name/ar': 'ar', '/price': 'price' },
  ...{ '/minDays': 'minDays', '/maxDays': 'maxDays', '/zoneNumbers': 'zones' },
};
const CODES = ['STANDARD', 'EXPRESS', 'CUSTOM'] as const;
const PRICE = /^\d{1,6}(\.\d{1,2})?$/;

interface MethodDialogProps {
  /** Null: a new one. */
  method: ShippingMethod | null;
  again(): void;
  onClose(): void;
}

function MethodDialog({ method, again, onClose }: MethodDialogProps) {
  const t = useShopText();
  const form = useFormText();
  const api = useApi();
  const seen = useSeenVersion(method?.version ?? 0);
  const [code, setCode] = useState<(typeof CODES)[number]>(method?.code ?? 'STANDARD');
  const [active, setActive] = useState(method?.active ?? true);
  const [typed, setTyped] = useState({
    ...{ en: method?.name.en ?? '', ar: method?.name.ar ?? '', price: method?.price.amount ?? '' },
    ...{ minDays: String(method?.minDays ?? 1), maxDays: String(method?.maxDays ?? 3) },
    zones: method?.zoneNumbers === null || method === null ? '' : listedZones(method.zoneNumbers),
  });
  const check = () => {
    const faults: Partial<Record<Field, string>> = {};
    for (const name of ['en', 'ar', 'price', 'minDays', 'maxDays'] as const)
      if (typed[name].trim() === '') faults[name] = form('fault.needed');
    if (faults.price === undefined && !PRICE.test(typed.price.trim()))
      faults.price = t('shipping.fault.price');
    if (faults.maxDays === undefined && Number(typed.maxDays) < Number(typed.minDays))
      faults.maxDays = t('shipping.fault.days');
    if (typed.zones.trim() !== '' && zonesOf(typed.zones) === null) faults.zones = t('shipping.fault.zones');
    return faults;
  };
  const send = async () => {
    const body = {
      name: { en: typed.en.trim(), ar: typed.ar.trim() },
      price: { amount: Number(typed.price).toFixed(2), currency: method?.price.currency ?? 'QAR' },
      ...{ minDays: Number(typed.minDays), maxDays: Number(typed.maxDays), active },
      zoneNumbers: typed.zones.trim() === '' ? null : zonesOf(typed.zones),
    };
    if (method === null) await dataOf(api.POST('/seller/shipping-methods', { body: { ...body, code } }));
    else {
      const params = { path: { id: method.id }, header: { 'If-Match': seen.match } };
      await dataOf(api.PATCH('/seller/shipping-methods/{id}', { params, body }));
    }
    again();
    notify({ tone: 'success', title: t('saved') });
    onClose();
  };
  const field = (
    name: keyof typeof typed,
    faults: Partial<Record<Field, string>>,
    forget: (at: Field) => void,
  ) => ({
    ...{
      label: name === 'zones' ? t('shipping.zones.label') : t(`shipping.${name}`),
      name,
      value: typed[name],
      error: faults[name],
    },
    onChange: (value: string) => {
      seen.begin();
      setTyped((former) => ({ ...former, [name]: value }));
      forget(name);
    },
  });
  return (
    <Dialog title={t(method === null ? 'shipping.add' : 'shipping.edit')} onClose={onClose}>
      <EditForm
        submit={t('save')}
        fields={FIELDS}
        check={check}
        send={send}
        onConflict={async () => {
          again();
          seen.forget();
        }}
        onCancel={onClose}
      >
        {(faults, forget) => (
          <>
            {method === null ? (
              <Select
                label={t('shipping.code')}
                options={CODES.map((id) => ({ id, text: t(`shipping.code.${id}`) }))}
                value={code}
                onChange={setCode}
                error={faults.code ?? null}
              />
            ) : null}
            <div className={styles.pair}>
              <TextField {...field('en', faults, forget)} writtenIn="en" maxLength={120} />
              <TextField {...field('ar', faults, forget)} writtenIn="ar" maxLength={120} />
            </div>
            <div className={styles.pair}>
              <TextField {...field('price', faults, forget)} inputMode="decimal" leftToRight maxLength={9} />
              <TextField
                {...field('minDays', faults, forget)}
                inputMode="numeric"
                leftToRight
                maxLength={2}
              />
              <TextField
                {...field('maxDays', faults, forget)}
                inputMode="numeric"
                leftToRight
                maxLength={2}
              />
            </div>
            <TextField
              {...field('zones', faults, forget)}
              leftToRight
              description={t('shipping.zones.hint')}
            />
            <CheckBox
              checked={active}
              onChange={(on) => {
                seen.begin();
                setActive(on);
              }}
            >
              {t('shipping.active')}
            </CheckBox>
          </>
        )}
      </EditForm>
      {method === null ? null : <Remove method={method} again={again} onClose={onClose} />}
    </Dialog>
  );
}

const NONE = {} as const;

/** Deleted in two presses: the second says what follows from it. */
function Remove({ method, again, onClose }: { method: ShippingMethod; again(): void; onClose(): void }) {
  const t = useShopText();
  const api = useApi();
  const [asked, setAsked] = useState(false);
  if (!asked)
    return (
      <div className={styles.buttons}>
        <Button kind="quiet" onPress={() => setAsked(true)}>
          {t('shipping.remove')}
        </Button>
      </div>
    );
  const remove = async () => {
    const params = { path: { id: method.id }, header: { 'If-Match': `"${method.version}"` } };
    await dataOf(api.DELETE('/seller/shipping-methods/{id}', { params }));
    again();
    notify({ tone: 'success', title: t('shipping.removed') });
    onClose();
  };
  return (
    <EditForm submit={t('shipping.remove')} fields={NONE} send={remove} onCancel={() => setAsked(false)}>
      {() => <p>{t('shipping.removeHint')}</p>}
    </EditForm>
  );
}
