import { Monitor, Smartphone } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { dataOf } from '../api/client.ts';
import { isProblemCode } from '../api/problem.ts';
import { SendForm } from '../forms/send-form.tsx';
import { useFormats } from '../i18n/locale.tsx';
import { notify } from '../notices/notices.ts';
import { useApi } from '../session/session-context.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './account.module.css';
import { Badge, Card } from './card.tsx';
import { deviceName } from './device-name.ts';
import { PagedList } from './paged-list.tsx';
import { useDeviceText } from './use-device-text.ts';
import { useEnding } from './use-ending.ts';
import { usePaged } from './use-paged.ts';

type OwnSession = components['schemas']['Session'];

const PAGE = 20;
const PHONES = /android|ios|iphone|ipad/i;

/** Where the account is signed in, this device first; every other session can be ended. */
export function SessionsCard() {
  const t = useDeviceText();
  const api = useApi();
  const read = useCallback(
    (cursor?: string) => {
      const query = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
      return dataOf(api.GET('/me/sessions', { params: { query } }));
    },
    [api],
  );
  const paged = usePaged<OwnSession>(read);
  const [asking, setAsking] = useState(false);
  const list = paged.list === null ? null : [...paged.list].sort(currentFirst);
  const alone = list !== null && !paged.hasMore && list.every(({ current }) => current);
  const endOthers = async () => {
    const { ended } = await dataOf(api.DELETE('/me/sessions'));
    setAsking(false);
    paged.reload();
    notify({ tone: 'success', title: t('sessions.endedOthers', { count: ended }) });
  };
  return (
    <Card
      title={t('sessions.title')}
      hint={t('sessions.hint')}
      aside={
        list === null || alone ? null : (
          <Button size="small" onPress={() => setAsking(true)}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      <PagedList paged={{ ...paged, list }}>
        {(session) => (
          <SessionRow session={session} onGone={() => paged.drop(({ id }) => id === session.id)} />
        )}
      </PagedList>
      {alone ? <p className={styles.hint}>{t('sessions.alone')}</p> : null}
      {asking ? (
        <Dialog
          title={t('sessions.endOthers')}
          hint={t('sessions.endOthers.hint')}
          onClose={() => setAsking(false)}
        >
          <SendForm
            submit={t('sessions.endOthers')}
            kind="danger"
            send={endOthers}
            onCancel={() => setAsking(false)}
          >
            {() => null}
          </SendForm>
        </Dialog>
      ) : null}
    </Card>
  );
}

function currentFirst(one: OwnSession, other: OwnSession): number {
  return Number(other.current) - Number(one.current);
}

function SessionRow({ session, onGone }: { session: OwnSession; onGone(): void }) {
  const t = useDeviceText();
  const api = useApi();
  const { dayAndTime, date } = useFormats();
  const { id, current, surface, device, place, signedInAt, lastSeenAt, endsAt } = session;
  const { system } = device;
  const name = deviceName(device, t);
  const [pending, end] = useEnding(async () => {
    try {
      await api.DELETE('/me/sessions/{id}', { params: { path: { id } } });
    } catch (error) {
      // Already ended counts as success.
      if (!isProblemCode(error, 'common.NOT_FOUND')) throw error;
    }
    onGone();
    notify({ tone: 'success', title: t('sessions.ended') });
  });
  const Icon = PHONES.test(system ?? '') ? Smartphone : Monitor;
  /** Isolates a network address, so that an Arabic sentence does not reorder it. */
  const from = (time: string, address: string | null) =>
    address === null
      ? dayAndTime(time)
      : t('sessions.from', { time: dayAndTime(time), place: `\u2066${address}\u2069` });
  return (
    <>
      <Icon aria-hidden size={22} className={styles.icon} />
      <div className={styles.what}>
        <p className={styles.name}>
          {name} <span className={styles.hint}>{t(`surface.${surface}`)}</span>{' '}
          {current ? <Badge tone="good">{t('sessions.this')}</Badge> : null}
        </p>
        <dl className={styles.facts}>
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
            <dd>{date(endsAt)}</dd>
          </div>
        </dl>
      </div>
      {current ? null : (
        <Button size="small" isPending={pending} aria-label={t('sessions.endOf', { name })} onPress={end}>
          {t('sessions.end')}
        </Button>
      )}
    </>
  );
}
