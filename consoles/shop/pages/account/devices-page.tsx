import type { ReactNode } from 'react';
import type { AccountPage } from '../../../../server/storefront/account-page-models.ts';
import { deviceName } from '../../../shared/account/device-name.ts';
import { FormFields } from '../../parts/form-fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { AccountFrame, Card, State } from './account-frame.tsx';

type Model = Extract<AccountPage, { kind: 'account-devices' }>;
type Session = Model['sessions']['items'][number];

const PHONES = /android|ios|iphone|ipad/i;

/** Where the account is signed in, this device first, and which devices receive messages. */
export function DevicesPage({ page }: { page: Model }) {
  const { t, to, format } = useShop();
  const { sessions, pushed, apps, said } = page;
  const isAlone = sessions.next === null && sessions.items.every(({ current }) => current);
  return (
    <AccountFrame title={t('section.devices')} section="/account/devices" said={said}>
      <Card title={t('sessions.title')} hint={t('sessions.hint')}>
        <ul className="account-list">
          {sessions.items.map((session) => (
            <li key={session.id}>
              <SessionRow session={session} />
            </li>
          ))}
        </ul>
        {sessions.next === null ? null : (
          <p className="next">
            <a className="button" rel="next" href={to(sessions.next)}>
              {t('list.more')}
            </a>
          </p>
        )}
        {isAlone ? (
          <p className="muted">{t('sessions.alone')}</p>
        ) : (
          <form method="post" action={to('/account/devices/others/end')}>
            <FormFields name="others" />
            <button type="submit" className="button danger">
              {t('sessions.endOthers')}
            </button>
            <p className="muted">{t('sessions.endOthers.hint')}</p>
          </form>
        )}
      </Card>
      <Card
        title={t('push.title')}
        hint={pushed.length + apps.length === 0 ? t('apps.none') : t('push.hint')}
      >
        <ul className="account-list">
          {pushed.map(({ id, service, current, reachedAt }) => {
            const name = t('push.by', { service: `\u2066${service}\u2069` });
            const told =
              reachedAt === null
                ? t('push.never')
                : t('push.reached', { time: format.dayAndTime(reachedAt) });
            return (
              <li key={id}>
                <Row
                  name={name}
                  isCurrent={current}
                  facts={<p className="muted">{told}</p>}
                  remove={{ action: `/account/devices/push/${id}/remove`, id, isSession: false }}
                />
              </li>
            );
          })}
          {apps.map(({ id, name, purpose, current, usedAt }) => {
            const used =
              usedAt === null ? t('apps.never') : t('apps.used', { time: format.dayAndTime(usedAt) });
            return (
              <li key={id}>
                <Row
                  name={name === null ? t('sessions.unknown') : `\u2068${name}\u2069`}
                  isCurrent={current}
                  facts={<p className="muted">{`${t(`apps.${purpose}`)} · ${used}`}</p>}
                  remove={{ action: `/account/devices/apps/${id}/remove`, id, isSession: false }}
                />
              </li>
            );
          })}
        </ul>
      </Card>
      {/* Sent by the script of a page in the phone app. */}
      <form method="post" action={to('/account/devices/join')} data-join-app hidden>
        <FormFields name="join" />
      </form>
    </AccountFrame>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { t, format } = useShop();
  const { id, current, surface, device, place, signedInAt, lastSeenAt, endsAt } = session;
  /** Isolates a network address, so that an Arabic sentence does not reorder it. */
  const from = (time: string, address: string | null) =>
    address === null
      ? format.dayAndTime(time)
      : t('sessions.from', { time: format.dayAndTime(time), place: `\u2066${address}\u2069` });
  return (
    <Row
      icon={PHONES.test(device.system ?? '') ? 'phone' : 'computer'}
      name={deviceName(device, t)}
      kind={t(`surface.${surface}`)}
      isCurrent={current}
      facts={
        <dl>
          <div>
            <dt>{t('sessions.lastSeen')}</dt>
            <dd>{from(lastSeenAt, place.lastSeenFrom)}</dd>
          </div>
          <div>
            <dt>{t('sessions.signedIn')}</dt>
            <dd>{from(signedInAt, place.signedInFrom)}</dd>
          </div>
          <div>
            <dt>{t('sessions.ends')}</dt>
            <dd>{format.date(endsAt)}</dd>
          </div>
        </dl>
      }
      remove={current ? null : { action: `/account/devices/${id}/end`, id, isSession: true }}
    />
  );
}

function Row(props: {
  icon?: 'phone' | 'computer' | 'bell';
  name: string;
  kind?: string;
  isCurrent: boolean;
  facts: ReactNode;
  remove: { action: string; id: string; isSession: boolean } | null;
}) {
  const { t, to } = useShop();
  const { icon = 'bell', name, kind, isCurrent, facts, remove } = props;
  return (
    <>
      <Icon name={icon} />
      <div className="account-what">
        <p>
          <strong>{name}</strong> {kind === undefined ? null : <span className="muted">{kind}</span>}{' '}
          {isCurrent ? <State isGood>{t('sessions.this')}</State> : null}
        </p>
        {facts}
      </div>
      {remove === null ? null : (
        <form method="post" action={to(remove.action)}>
          <FormFields name={remove.id} />
          <button
            type="submit"
            className="button"
            aria-label={t(remove.isSession ? 'sessions.endOf' : 'reached.removeOf', { name })}
          >
            {t(remove.isSession ? 'sessions.end' : 'common.remove')}
          </button>
        </form>
      )}
    </>
  );
}
