import { BellRing, Smartphone } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { dataOf } from '../api/client.ts';
import { isProblemCode } from '../api/problem.ts';
import { useFormats } from '../i18n/locale.tsx';
import { notify } from '../notices/notices.ts';
import { useApi } from '../session/session-context.tsx';
import { Button } from '../ui/button.tsx';
import styles from './account.module.css';
import { Badge, Card } from './card.tsx';
import { PagedList } from './paged-list.tsx';
import { useAccountText } from './use-account-text.ts';
import { useDeviceText } from './use-device-text.ts';
import { useEnding } from './use-ending.ts';
import { usePaged } from './use-paged.ts';

type Subscription = components['schemas']['PushSubscription'];
type DeviceToken = components['schemas']['DeviceToken'];

const PAGE = 20;

/** Devices that receive push messages; renders nothing without any. */
export function PushCard() {
  const t = useDeviceText();
  const api = useApi();
  const { dayAndTime } = useFormats();
  const read = useCallback(
    (cursor?: string) => {
      const query = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
      return dataOf(api.GET('/me/push-subscriptions', { params: { query } }));
    },
    [api],
  );
  const paged = usePaged<Subscription>(read);
  if (paged.list === null || paged.list.length === 0) return null;
  return (
    <Card title={t('push.title')} hint={t('push.hint')}>
      <PagedList paged={paged}>
        {({ id, service, current, reachedAt }) => {
          const name = t('push.by', { service: `\u2066${service}\u2069` });
          return (
            <Reached
              icon={<BellRing aria-hidden size={22} className={styles.icon} />}
              name={name}
              detail={
                reachedAt === null ? t('push.never') : t('push.reached', { time: dayAndTime(reachedAt) })
              }
              current={current}
              label={t('reached.removeOf', { name })}
              remove={async () => {
                await gone(api.DELETE('/me/push-subscriptions/{id}', { params: { path: { id } } }));
                paged.drop((one) => one.id === id);
                notify({ tone: 'success', title: t('push.stopped') });
              }}
            />
          );
        }}
      </PagedList>
    </Card>
  );
}

/** Native apps, which work without a page; renders nothing without any. */
export function AppsCard() {
  const t = useDeviceText();
  const api = useApi();
  const { dayAndTime } = useFormats();
  const read = useCallback(
    (cursor?: string) => {
      const query = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
      return dataOf(api.GET('/me/device-tokens', { params: { query } }));
    },
    [api],
  );
  const paged = usePaged<DeviceToken>(read);
  if (paged.list === null || paged.list.length === 0) return null;
  return (
    <Card title={t('apps.title')} hint={t('apps.hint')}>
      <PagedList paged={paged}>
        {({ id, purpose, name, current, usedAt }) => {
          const called = name ?? t('sessions.unknown');
          const used = usedAt === null ? t('apps.never') : t('apps.used', { time: dayAndTime(usedAt) });
          return (
            <Reached
              icon={<Smartphone aria-hidden size={22} className={styles.icon} />}
              name={called}
              detail={`${t(`apps.${purpose}`)} · ${used}`}
              current={current}
              label={t('reached.removeOf', { name: called })}
              remove={async () => {
                await gone(api.DELETE('/me/device-tokens/{id}', { params: { path: { id } } }));
                paged.drop((one) => one.id === id);
                notify({ tone: 'success', title: t('apps.takenBack') });
              }}
            />
          );
        }}
      </PagedList>
    </Card>
  );
}

interface ReachedProps {
  icon: ReactNode;
  name: string;
  detail: string;
  current: boolean;
  label: string;
  remove(): Promise<void>;
}

function Reached({ icon, name, detail, current, label, remove }: ReachedProps) {
  const t = useAccountText();
  const device = useDeviceText();
  const [pending, start] = useEnding(remove);
  return (
    <>
      {icon}
      <div className={styles.what}>
        <p className={styles.name}>
          <bdi>{name}</bdi> {current ? <Badge tone="good">{device('sessions.this')}</Badge> : null}
        </p>
        <p className={styles.hint}>{detail}</p>
      </div>
      <Button size="small" isPending={pending} aria-label={label} onPress={start}>
        {t('common.remove')}
      </Button>
    </>
  );
}

/** Already gone counts as success. */
async function gone(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!isProblemCode(error, 'common.NOT_FOUND')) throw error;
  });
}
