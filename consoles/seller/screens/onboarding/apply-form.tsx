import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../../shared/account/card.tsx';
import { dataOf } from '../../../shared/api/client.ts';
import type { FieldsOf } from '../../../shared/forms/field-errors.ts';
import { useFormText } from '../../../shared/forms/use-form-text.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { keys } from '../../data/keys.ts';
import { EditForm } from '../../parts/edit-form.tsx';
import {
  typedWarehouse,
  useWarehouseChecks,
  WAREHOUSE_PLACES,
  type WarehouseField,
  WarehouseFields,
  warehouseBody,
} from '../../parts/warehouse-fields.tsx';
import { useOnboardingText } from '../../texts/onboarding-texts.ts';
import styles from './onboarding.module.css';

type Field = 'legalName' | 'en' | 'ar' | WarehouseField;

const FIELDS: FieldsOf<Field> = {
  ...{ '/legalName': 'legalName', '/displayName/en': 'en', '/displayName/ar': 'ar' },
  ...Object.fromEntries(
    Object.entries(WAREHOUSE_PLACES).map(([place, field]) => [`/warehouse${place}`, field]),
  ),
};
const NAMES = ['legalName', 'en', 'ar'] as const;

/** An application to sell: who sells, what the shop is called, and where its goods lie. */
export function ApplyForm() {
  const t = useOnboardingText();
  const form = useFormText();
  const api = useApi();
  const client = useQueryClient();
  const [names, setNames] = useState({ legalName: '', en: '', ar: '' });
  const [warehouse, setWarehouse] = useState(() => typedWarehouse(null));
  const { faultsOf, say } = useWarehouseChecks();
  const check = () => {
    const faults: Partial<Record<Field, string>> = faultsOf(warehouse);
    for (const field of NAMES) if (names[field].trim() === '') faults[field] = form('fault.needed');
    return faults;
  };
  const send = async () => {
    const body = {
      legalName: names.legalName.trim(),
      displayName: { en: names.en.trim(), ar: names.ar.trim() },
      warehouse: warehouseBody(warehouse),
    };
    await dataOf(api.POST('/seller/applications', { body }));
    await client.refetchQueries({ queryKey: keys.seller });
  };
  return (
    <div className={styles.form}>
      <Card title={t('apply.title')} hint={t('apply.hint')}>
        <EditForm<Field>
          inPage
          submit={t('apply.send')}
          fields={FIELDS}
          say={(fault, field) =>
            NAMES.some((name) => name === field) ? null : say(fault, field as WarehouseField)
          }
          check={check}
          send={send}
        >
          {(faults, forget) => (
            <>
              {NAMES.map((field) => (
                <TextField
                  key={field}
                  label={t(`apply.${field}`)}
                  {...(field === 'legalName' ? { description: t('apply.legalName.hint') } : {})}
                  {...(field === 'legalName' ? {} : { writtenIn: field })}
                  name={field}
                  maxLength={field === 'legalName' ? 200 : 120}
                  value={names[field]}
                  onChange={(text) => {
                    setNames((former) => ({ ...former, [field]: text }));
                    forget(field);
                  }}
                  error={faults[field]}
                />
              ))}
              <h3>{t('apply.warehouse')}</h3>
              <WarehouseFields
                typed={warehouse}
                faults={faults}
                onType={(field, text) => {
                  setWarehouse((former) => ({ ...former, [field]: text }));
                  forget(field);
                }}
              />
            </>
          )}
        </EditForm>
      </Card>
    </div>
  );
}
