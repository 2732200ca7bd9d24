import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../../shared/account/card.tsx';
import { dataOf } from '../../../shared/api/client.ts';
import { SendForm } from '../../../shared/forms/send-form.tsx';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { type ApiKey, type ShopScope, useApiKeys } from '../../data/api-keys.ts';
import { ListState } from '../../parts/list-state.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { useKeyText } from '../../texts/key-texts.ts';
import { MakeKeyDialog } from './make-key-dialog.tsx';
import styles from './shop.module.css';

/** The shop's API keys: what each may do, when it was last used, and how to take it away. */
export function KeysCard() {
  const t = useKeyText();
  const list = useApiKeys();
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <Card title={t('keys.title')} hint={t('keys.hint')}>
      <ListState list={list} none={<p className={styles.note}>{t('keys.none')}</p>}>
        {(rows) => (
          <ul className={styles.list} data-testid="api-keys">
            {rows.map((row) => (
              <KeyItem key={row.id} row={row} onRevoke={() => setRevoking(row)} />
            ))}
          </ul>
        )}
      </ListState>
      <div className={styles.buttons}>
        <MoreButton list={list} />
        <Button onPress={() => setMaking(true)}>
          <KeyRound aria-hidden size={16} /> {t('keys.make')}
        </Button>
      </div>
      {making ? <MakeKeyDialog onMade={list.again} onClose={() => setMaking(false)} /> : null}
      {revoking === null ? null : (
        <RevokeDialog row={revoking} again={list.again} onClose={() => setRevoking(null)} />
      )}
    </Card>
  );
}

/** Isolates an address or a key, so that an Arabic sentence does not reorder it. */
const apart = (text: string) => `\u2066${text}\u2069`;

function KeyItem({ row, onRevoke }: { row: ApiKey; onRevoke(): void }) {
  const t = useKeyText();
  const { dayAndTime, list } = useFormats();
  const { name, hint, scopes, addressRanges, usedAt, usedFrom, status } = row;
  const open = status === 'ACTIVE' || status === 'BLOCKED';
  return (
    <li className={styles.item} data-key={row.id} data-status={status}>
      <div className={styles.facts}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <bdi dir="ltr" className="id">{`${hint}…`}</bdi>
        <span className={styles.note}>{list(scopes.map((each) => t(`scope.${each as ShopScope}`)))}</span>
        {addressRanges.length === 0 ? null : (
          <span className={styles.note}>{t('keys.only', { addresses: list(addressRanges.map(apart)) })}</span>
        )}
        <span className={styles.note}>
          {usedAt === null
            ? t('keys.unused')
            : t('keys.usedFrom', { time: dayAndTime(usedAt), address: apart(usedFrom ?? '') })}
        </span>
        <span className={styles.note}>
          <KeyEnd row={row} />
        </span>
      </div>
      {open ? (
        <Button size="small" aria-label={t('keys.revokeNamed', { name })} onPress={onRevoke}>
          {t('keys.revoke')}
        </Button>
      ) : null}
    </li>
  );
}

function KeyEnd({ row: { status, expiresAt, revokedAt } }: { row: ApiKey }) {
  const t = useKeyText();
  const { dayAndTime } = useFormats();
  if (status === 'REVOKED') return t('keys.REVOKED', { time: dayAndTime(revokedAt ?? '') });
  if (status === 'BLOCKED') return t('keys.BLOCKED');
  if (expiresAt === null) return t('keys.forever');
  return t(status === 'EXPIRED' ? 'keys.EXPIRED' : 'keys.until', { time: dayAndTime(expiresAt) });
}

function RevokeDialog({ row, again, onClose }: { row: ApiKey; again(): void; onClose(): void }) {
  const t = useKeyText();
  const api = useApi();
  const revoke = async () => {
    await dataOf(api.DELETE('/seller/api-keys/{id}', { params: { path: { id: row.id } } }));
    notify({ tone: 'success', title: t('keys.revoked') });
    again();
    onClose();
  };
  return (
    <Dialog title={t('keys.revokeNamed', { name: row.name })} hint={t('keys.revokeHint')} onClose={onClose}>
      <SendForm submit={t('keys.revoke')} kind="danger" send={revoke} onCancel={onClose}>
        {() => null}
      </SendForm>
    </Dialog>
  );
}
