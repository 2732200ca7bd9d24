import { useState } from 'react';
import { Link } from 'react-router';
import { dataOf } from '../../../shared/api/client.ts';
import { isProblemCode } from '../../../shared/api/problem.ts';
import { useFormText } from '../../../shared/forms/use-form-text.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { CheckBox } from '../../../shared/ui/check-box.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { SHOP_SCOPES, type ShopScope } from '../../data/api-keys.ts';
import { EditForm } from '../../parts/edit-form.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { useKeyText } from '../../texts/key-texts.ts';
import styles from './shop.module.css';

const FIELDS = { '/name': 'name', '/scopes': 'scopes', '/addressRanges': 'from' } as const;
const LIVES = ['30', '90', '365', 'never'] as const;
type Life = (typeof LIVES)[number];

/** Makes a key, then shows it once. It cannot be shown again. */
export function MakeKeyDialog({ onMade, onClose }: { onMade(): void; onClose(): void }) {
  const t = useKeyText();
  const [made, setMade] = useState<string | null>(null);
  return (
    <Dialog
      title={t(made === null ? 'keys.make' : 'keys.once.title')}
      hint={t(made === null ? 'keys.makeHint' : 'keys.once.hint')}
      onClose={onClose}
    >
      {made === null ? (
        <KeyForm
          onMade={(key) => {
            setMade(key);
            onMade();
          }}
          onClose={onClose}
        />
      ) : (
        <ShownOnce text={made} testId="new-api-key" onKept={onClose} />
      )}
    </Dialog>
  );
}

function KeyForm({ onMade, onClose }: { onMade(key: string): void; onClose(): void }) {
  const t = useKeyText();
  const form = useFormText();
  const api = useApi();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ShopScope[]>(['orders:read']);
  const [from, setFrom] = useState('');
  const [life, setLife] = useState<Life>('365');
  const [noFactor, setNoFactor] = useState(false);
  const addressRanges = [...new Set(from.split(/[\s,]+/).filter((line) => line !== ''))];
  const send = async () => {
    setNoFactor(false);
    const expiresInDays = life === 'never' ? null : Number(life);
    const body = { name: name.trim(), scopes, addressRanges, expiresInDays };
    try {
      onMade((await dataOf(api.POST('/seller/api-keys', { body }))).key);
    } catch (error) {
      setNoFactor(isProblemCode(error, 'auth.MFA_REQUIRED'));
      throw error;
    }
  };
  return (
    <EditForm
      submit={t('keys.make')}
      fields={FIELDS}
      say={({ code, pointer }) =>
        code === 'cidr' ? t('keys.fault.from', { given: rangeAt(pointer, addressRanges) }) : null
      }
      check={() => ({
        ...(name.trim() === '' ? { name: form('fault.needed') } : {}),
        ...(scopes.length === 0 ? { scopes: t('keys.fault.scopes') } : {}),
      })}
      send={send}
      onCancel={onClose}
    >
      {(faults, forget) => (
        <>
          <TextField
            label={t('keys.name')}
            name="name"
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={(text) => {
              setName(text);
              forget('name');
            }}
            error={faults.name}
          />
          <fieldset className={styles.checks}>
            <legend>{t('keys.may')}</legend>
            {SHOP_SCOPES.map((each) => (
              <CheckBox
                key={each}
                checked={scopes.includes(each)}
                onChange={(on) => {
                  setScopes((chosen) => (on ? [...chosen, each] : chosen.filter((other) => other !== each)));
                  forget('scopes');
                }}
              >
                {t(`scope.${each}`)}
              </CheckBox>
            ))}
            {faults.scopes == null ? null : (
              <p className={styles.fault} role="alert">
                {faults.scopes}
              </p>
            )}
          </fieldset>
          <TextArea
            label={t('keys.from')}
            name="from"
            leftToRight
            rows={2}
            maxLength={1_000}
            value={from}
            onChange={(text) => {
              setFrom(text);
              forget('from');
            }}
            error={faults.from ?? null}
          />
          <p className={styles.note}>{t('keys.fromHint')}</p>
          <Select
            label={t('keys.ends')}
            options={LIVES.map((id) => ({ id, text: t(`keys.ends.${id}`) }))}
            value={life}
            onChange={setLife}
          />
          {noFactor ? (
            <Banner tone="info" announce="off" title={t('keys.factor')}>
              <Link to="/account/security">{t('keys.factorLink')}</Link>
            </Banner>
          ) : null}
        </>
      )}
    </EditForm>
  );
}

/** The range that a pointer such as /addressRanges/1 names. */
function rangeAt(pointer: string, ranges: readonly string[]): string {
  return ranges[Number(pointer.split('/')[2])] ?? '';
}
