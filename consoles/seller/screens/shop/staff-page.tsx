import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../../shared/account/card.tsx';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormText } from '../../../shared/forms/use-form-text.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { CheckBox } from '../../../shared/ui/check-box.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import {
  type Invitation,
  type StaffMember,
  useInvitations,
  useSeenVersion,
  useStaff,
} from '../../data/shop.ts';
import { type Permission, useShop } from '../../data/shop-context.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { ListState } from '../../parts/list-state.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { useConsoleText } from '../../texts/console-texts.ts';
import { useShopText } from '../../texts/shop-texts.ts';
import { HandOver } from './hand-over.tsx';
import styles from './shop.module.css';

const PERMISSIONS: readonly Permission[] = ['ORDERS', 'CATALOGUE', 'STOCK', 'SHIPPING', 'STAFF', 'FINANCE'];

/** Who works for the shop, what each may do, and who was invited. */
export function StaffPage() {
  const t = useShopText();
  const staff = useStaff();
  const invitations = useInvitations();
  const [edited, setEdited] = useState<StaffMember | null>(null);
  const [inviting, setInviting] = useState(false);
  return (
    <div className={styles.cards}>
      <Card title={t('staff.title')} hint={t('staff.hint')}>
        <ListState
          list={staff}
          none={
            <EmptyState icon={Users} title={t('staff.none')}>
              {t('staff.noneDetail')}
            </EmptyState>
          }
        >
          {(rows) => (
            <ul className={styles.list}>
              {rows.map((member) => (
                <Member key={member.accountId} member={member} onEdit={() => setEdited(member)} />
              ))}
            </ul>
          )}
        </ListState>
        <div className={styles.buttons}>
          <Button onPress={() => setInviting(true)}>
            <UserPlus aria-hidden size={16} /> {t('staff.invite')}
          </Button>
        </div>
      </Card>
      <Card title={t('invitations.title')}>
        <ListState list={invitations} none={<p className={styles.note}>{t('invitations.none')}</p>}>
          {(rows) => (
            <ul className={styles.list}>
              {rows.map((invitation) => (
                <InvitationItem key={invitation.id} invitation={invitation} again={invitations.again} />
              ))}
            </ul>
          )}
        </ListState>
        <MoreButton list={invitations} />
      </Card>
      {edited === null ? null : (
        <MemberDialog
          member={staff.rows?.find(({ accountId }) => accountId === edited.accountId) ?? edited}
          again={staff.again}
          onClose={() => setEdited(null)}
        />
      )}
      {inviting ? <InviteDialog again={invitations.again} onClose={() => setInviting(false)} /> : null}
    </div>
  );
}

function usePermissionList(): (permissions: readonly Permission[]) => string {
  const t = useShopText();
  const names = useConsoleText();
  const { list } = useFormats();
  return (permissions) =>
    permissions.length === 0
      ? t('staff.nothing')
      : list(
          PERMISSIONS.filter((each) => permissions.includes(each)).map((each) => names(`permission.${each}`)),
        );
}

function Member({ member, onEdit }: { member: StaffMember; onEdit(): void }) {
  const t = useShopText();
  const listed = usePermissionList();
  const { displayName, email, permissions } = member;
  return (
    <li className={styles.item} data-member={member.accountId}>
      <div className={styles.facts}>
        <strong>
          <bdi>{displayName}</bdi>
        </strong>
        <bdi dir="ltr">{email}</bdi>
        <span className={styles.note}>{listed(permissions)}</span>
      </div>
      <Button size="small" onPress={onEdit} aria-label={t('edit.named', { name: displayName })}>
        {t('edit')}
      </Button>
    </li>
  );
}

function InvitationItem({ invitation, again }: { invitation: Invitation; again(): void }) {
  const t = useShopText();
  const { dayAndTime } = useFormats();
  const { rights } = useShop();
  const api = useApi();
  const listed = usePermissionList();
  const { id, email, permissions, status, expiresAt, handedOverAt } = invitation;
  const [pending, setPending] = useState(false);
  const revoke = async () => {
    setPending(true);
    try {
      await dataOf(api.DELETE('/seller/staff-invitations/{id}', { params: { path: { id } } }));
      notify({ tone: 'success', title: t('invitations.revoked') });
    } catch {
      // Accepted or lapsed meanwhile: the list says so.
      notify({ tone: 'warning', title: t('invitations.ended') });
    } finally {
      setPending(false);
      again();
    }
  };
  return (
    <li className={styles.item} data-invitation={id} data-status={status}>
      <div className={styles.facts}>
        <bdi dir="ltr">{email}</bdi>
        <span className={styles.note}>{listed(permissions)}</span>
        <span className={styles.note}>
          {status === 'PENDING'
            ? t('invitations.until', { time: dayAndTime(expiresAt) })
            : t(`invitations.${status}`)}
        </span>
      </div>
      {status === 'PENDING' ? (
        <div className={styles.buttons}>
          {rights.owner && handedOverAt === null ? <HandOver id={id} email={email} again={again} /> : null}
          <Button
            size="small"
            isPending={pending}
            aria-label={t('invitations.revokeNamed', { email })}
            onPress={() => void revoke()}
          >
            {t('invitations.revoke')}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

interface PermissionChecksProps {
  chosen: readonly Permission[];
  onChange(chosen: Permission[]): void;
}

/** Staff can only grant permissions that they hold. */
function PermissionChecks({ chosen, onChange }: PermissionChecksProps) {
  const t = useShopText();
  const names = useConsoleText();
  const { rights } = useShop();
  const shown = PERMISSIONS.filter((each) => rights.permissions.includes(each) || chosen.includes(each));
  return (
    <fieldset className={styles.checks}>
      <legend>{t('staff.may')}</legend>
      {shown.map((each) => (
        <CheckBox
          key={each}
          checked={chosen.includes(each)}
          onChange={(on) => onChange(on ? [...chosen, each] : chosen.filter((other) => other !== each))}
        >
          {names(`permission.${each}`)}
        </CheckBox>
      ))}
    </fieldset>
  );
}

const NO_FIELDS = {} as const;
const INVITE_FIELDS = { '/email': 'email' } as const;

function MemberDialog({ member, again, onClose }: { member: StaffMember; again(): void; onClose(): void }) {
  const t = useShopText();
  const api = useApi();
  const seen = useSeenVersion(member.version);
  const [chosen, setChosen] = useState<Permission[]>([...member.permissions]);
  const [leaving, setLeaving] = useState(false);
  const path = { accountId: member.accountId };
  const done = (text: 'saved' | 'staff.removed') => {
    again();
    notify({ tone: 'success', title: t(text) });
    onClose();
  };
  return (
    <Dialog title={member.displayName} onClose={onClose}>
      {leaving ? (
        <EditForm
          submit={t('staff.remove')}
          fields={NO_FIELDS}
          send={async () => {
            await dataOf(api.DELETE('/seller/staff/{accountId}', { params: { path } }));
            done('staff.removed');
          }}
          onCancel={() => setLeaving(false)}
        >
          {() => <p>{t('staff.removeHint', { name: member.displayName })}</p>}
        </EditForm>
      ) : (
        <>
          <EditForm
            submit={t('save')}
            fields={NO_FIELDS}
            send={async () => {
              const params = { path, header: { 'If-Match': seen.match } };
              const body = { permissions: chosen };
              await dataOf(api.PATCH('/seller/staff/{accountId}', { params, body }));
              done('saved');
            }}
            onConflict={async () => {
              again();
              seen.forget();
            }}
            onCancel={onClose}
          >
            {() => (
              <PermissionChecks
                chosen={chosen}
                onChange={(next) => {
                  seen.begin();
                  setChosen(next);
                }}
              />
            )}
          </EditForm>
          <div className={styles.buttons}>
            <Button kind="quiet" onPress={() => setLeaving(true)}>
              {t('staff.remove')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function InviteDialog({ again, onClose }: { again(): void; onClose(): void }) {
  const t = useShopText();
  const form = useFormText();
  const api = useApi();
  const [email, setEmail] = useState('');
  const [chosen, setChosen] = useState<Permission[]>(['ORDERS']);
  return (
    <Dialog title={t('staff.invite')} hint={t('staff.inviteHint')} onClose={onClose}>
      <EditForm
        submit={t('staff.send')}
        fields={INVITE_FIELDS}
        say={() => form('fault.email')}
        check={() => (/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: form('fault.email') })}
        send={async () => {
          const body = { email: email.trim(), permissions: chosen };
          await dataOf(api.POST('/seller/staff-invitations', { body }));
          again();
          notify({ tone: 'success', title: t('staff.invited'), detail: email.trim() });
          onClose();
        }}
        onCancel={onClose}
      >
        {(faults, forget) => (
          <>
            <TextField
              label={t('staff.email')}
              name="email"
              type="email"
              leftToRight
              maxLength={254}
              value={email}
              onChange={(text) => {
                setEmail(text);
                forget('email');
              }}
              error={faults.email}
            />
            <PermissionChecks chosen={chosen} onChange={setChosen} />
          </>
        )}
      </EditForm>
    </Dialog>
  );
}
