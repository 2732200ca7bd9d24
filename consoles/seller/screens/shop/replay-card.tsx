import { useState } from 'react';
import { Card } from '../../../shared/account/card.tsx';
import { dataOf } from '../../../shared/api/client.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { Webhook } from '../../data/webhooks.ts';
import { EditForm } from '../../parts/edit-form.tsx';
import { useIntegrationText } from '../../texts/integration-texts.ts';

type Field = 'since';
const FIELDS = { '/since': 'since' } as const;
const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;

/** Everything since a day once more, page by page. */
export function ReplayCard({ webhook: { id } }: { webhook: Webhook }) {
  const t = useIntegrationText();
  const api = useApi();
  const [day, setDay] = useState('');
  const since = () => new Date(`${day}T00:00:00+03:00`);
  const check = () => {
    const age = day === '' ? Number.NaN : Date.now() - since().getTime();
    const faults: Partial<Record<Field, string>> = {};
    if (!(age >= 0 && age <= (KEPT_DAYS + 1) * DAY_MS)) faults.since = t('replay.fault');
    return faults;
  };
  const send = async () => {
    const params = { path: { id } };
    let count = 0;
    let next: string | null = null;
    do {
      const body = { since: since().toISOString(), ...(next === null ? {} : { next }) };
      const page: { queued: number; next: string | null } = await dataOf(
        api.POST('/seller/webhooks/{id}/replay', { params, body }),
      );
      count += page.queued;
      next = page.next;
    } while (next !== null);
    notify({ tone: 'success', title: t('replay.done', { count }) });
  };
  return (
    <Card title={t('replay.title')} hint={t('replay.hint')}>
      <EditForm submit={t('replay.button')} fields={FIELDS} check={check} send={send} inPage>
        {(faults, forget) => (
          <TextField
            label={t('replay.since')}
            name="since"
            type="date"
            value={day}
            error={faults.since}
            onChange={(value) => {
              setDay(value);
              forget('since');
            }}
          />
        )}
      </EditForm>
    </Card>
  );
}
