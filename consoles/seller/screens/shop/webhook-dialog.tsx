import { useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import type { FieldsOf } from '../../../shared/forms/field-errors.ts';
import { useFormText } from '../../../shared/forms/use-form-text.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { CheckBox } from '../../../shared/ui/check-box.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSeenVersion } from '../../data/shop.ts';
import { SELLER_EVENT_KINDS, type SellerEventKind, type Webhook } from '../../data/webhooks.ts';
import { EditForm } from '../../parts/edit-form.tsx';
import { useIntegrationText } from '../../texts/integration-texts.ts';
import { useShopText } from '../../texts/shop-texts.ts';
import styles from './shop.module.css';

interface WebhookDialogProps {
  /** Null: a new one. */
  webhook: Webhook | null;
  again(): void;
  /** A secret to be shown, after which this dialog is closed. */
  onSecret(secret: string): void;
  onClose(): void;
}

type Field = 'url' | 'description' | 'kinds';
const FIELDS: FieldsOf<Field> = { '/url': 'url', '/description': 'description', '/kinds': 'kinds' };

/** The address of a webhook and what it is told; of one that exists also its secret, its state and its removal. */
export function WebhookDialog({ webhook, again, onSecret, onClose }: WebhookDialogProps) {
  const t = useIntegrationText();
  const shop = useShopText();
  const form = useFormText();
  const api = useApi();
  const seen = useSeenVersion(webhook?.version ?? 0);
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [kinds, setKinds] = useState<readonly string[]>(webhook?.kinds ?? SELLER_EVENT_KINDS);
  const check = () => {
    const faults: Partial<Record<Field, string>> = {};
    if (url.trim() === '') faults.url = form('fault.needed');
    if (kinds.length === 0) faults.kinds = t('hooks.kinds.fault');
    return faults;
  };
  const send = async () => {
    const chosen = SELLER_EVENT_KINDS.filter((kind) => kinds.includes(kind));
    const body = { url: url.trim(), description: description.trim(), kinds: chosen };
    if (webhook === null) {
      const { secret } = await dataOf(api.POST('/seller/webhooks', { body }));
      again();
      if (secret === null) onClose();
      else onSecret(secret);
      return;
    }
    const params = { path: { id: webhook.id }, header: { 'If-Match': seen.match } };
    await dataOf(api.PATCH('/seller/webhooks/{id}', { params, body }));
    again();
    notify({ tone: 'success', title: shop('saved') });
    onClose();
  };
  const choose = (kind: SellerEventKind, on: boolean) => {
    seen.begin();
    setKinds((former) => (on ? [...former, kind] : former.filter((each) => each !== kind)));
  };
  return (
    <Dialog title={t(webhook === null ? 'hooks.add' : 'hooks.edit')} onClose={onClose}>
      <EditForm
        submit={webhook === null ? t('hooks.add') : shop('save')}
        fields={FIELDS}
        say={(_, field) => (field === 'url' ? t('hooks.url.fault') : null)}
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
            <TextField
              label={t('hooks.url')}
              description={t('hooks.url.hint')}
              name="url"
              value={url}
              error={faults.url}
              leftToRight
              maxLength={1024}
              inputMode="url"
              onChange={(value) => {
                seen.begin();
                setUrl(value);
                forget('url');
              }}
            />
            <TextField
              label={t('hooks.description')}
              name="description"
              value={description}
              error={faults.description}
              maxLength={200}
              onChange={(value) => {
                seen.begin();
                setDescription(value);
                forget('description');
              }}
            />
            <fieldset className={styles.checks}>
              <legend>{t('hooks.kinds')}</legend>
              {SELLER_EVENT_KINDS.map((kind) => (
                <CheckBox
                  key={kind}
                  checked={kinds.includes(kind)}
                  onChange={(on) => {
                    choose(kind, on);
                    forget('kinds');
                  }}
                >
                  {t(`kind.${kind}`)}
                </CheckBox>
              ))}
              {faults.kinds === undefined ? null : (
                <p className={styles.fault} role="alert">
                  {faults.kinds}
                </p>
              )}
            </fieldset>
          </>
        )}
      </EditForm>
      {webhook === null ? null : (
        <>
          <Rotate webhook={webhook} again={again} onSecret={onSecret} />
          <Switch webhook={webhook} again={again} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

const NONE = {} as const;
const HOURS = ['24', '168', '0'] as const;

/** In two presses: the second says for how long the former secret signs as well. */
function Rotate({
  webhook,
  again,
  onSecret,
}: Pick<WebhookDialogProps, 'again' | 'onSecret'> & { webhook: Webhook }) {
  const t = useIntegrationText();
  const api = useApi();
  const [asked, setAsked] = useState(false);
  const [hours, setHours] = useState<(typeof HOURS)[number]>('24');
  if (!asked)
    return (
      <div className={styles.buttons}>
        <Button kind="quiet" onPress={() => setAsked(true)}>
          {t('secret.rotate')}
        </Button>
      </div>
    );
  const rotate = async () => {
    const params = { path: { id: webhook.id } };
    const body = { formerHours: Number(hours) };
    const { secret } = await dataOf(api.POST('/seller/webhooks/{id}/rotate-secret', { params, body }));
    again();
    if (secret !== null) onSecret(secret);
  };
  return (
    <EditForm submit={t('secret.rotate')} fields={NONE} send={rotate} onCancel={() => setAsked(false)}>
      {() => (
        <>
          <p>{t('secret.rotateHint')}</p>
          <Select
            label={t('secret.former')}
            options={HOURS.map((id) => ({ id, text: t(`secret.hours.${id}`) }))}
            value={hours}
            onChange={setHours}
          />
        </>
      )}
    </EditForm>
  );
}

/** Pausing and resuming take one press, removing two: the second says what follows from it. */
function Switch({
  webhook,
  again,
  onClose,
}: Pick<WebhookDialogProps, 'again' | 'onClose'> & { webhook: Webhook }) {
  const t = useIntegrationText();
  const shop = useShopText();
  const api = useApi();
  const [asked, setAsked] = useState(false);
  const params = { path: { id: webhook.id }, header: { 'If-Match': `"${webhook.version}"` } };
  const on = webhook.status !== 'ACTIVE';
  const turn = async () => {
    await dataOf(api.PATCH('/seller/webhooks/{id}', { params, body: { status: on ? 'ACTIVE' : 'PAUSED' } }));
    again();
    notify({ tone: 'success', title: shop('saved') });
    onClose();
  };
  const remove = async () => {
    await dataOf(api.DELETE('/seller/webhooks/{id}', { params }));
    again();
    notify({ tone: 'success', title: t('hooks.removed') });
    onClose();
  };
  if (asked)
    return (
      <EditForm submit={t('hooks.remove')} fields={NONE} send={remove} onCancel={() => setAsked(false)}>
        {() => <p>{t('hooks.removeHint')}</p>}
      </EditForm>
    );
  return (
    <>
      <EditForm submit={t(on ? 'hooks.resume' : 'hooks.pause')} fields={NONE} send={turn}>
        {() => null}
      </EditForm>
      <div className={styles.buttons}>
        <Button kind="quiet" onPress={() => setAsked(true)}>
          {t('hooks.remove')}
        </Button>
      </div>
    </>
  );
}
