import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { groupBy } from '../../../shared/state/group-by.ts';
import { useAddress } from '../../../shared/state/use-address.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Prose } from '../../../shared/ui/prose.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { type SteadyRow, useSteadyRows } from '../../../shared/ui/use-steady-rows.ts';
import { byWhatExplainsMost } from '../../board/alert-order.ts';
import { alertTarget } from '../../board/alert-target.ts';
import { keys } from '../../data/fresh-queries.ts';
import { Page } from '../../parts/page.tsx';
import { Unread } from '../../parts/unread.tsx';
import { useReport } from '../../parts/use-report.ts';
import { knownKind, useAlertKindText } from '../../texts/alert-kind-texts.ts';
import { useAlertText } from '../../texts/alert-texts.ts';
import { useWords } from '../../texts/words.ts';
import { AlertDialog } from './alert-dialog.tsx';
import styles from './alerts-screen.module.css';
import { useAlertKeys } from './use-alert-keys.ts';

type Alert = components['schemas']['Alert'];

const FILTERS = ['unresolved', 'open', 'acknowledged', 'resolved'] as const;
type Filter = (typeof FILTERS)[number];
const QUERIES: Record<Filter, { unresolved?: boolean; status?: Alert['status'] }> = {
  unresolved: { unresolved: true },
  open: { status: 'OPEN' },
  acknowledged: { status: 'ACKNOWLEDGED' },
  resolved: { status: 'RESOLVED' },
};
const SEVERITIES = ['all', 'CRITICAL', 'WARNING', 'INFO'] as const;
const ICONS = { CRITICAL: CircleAlert, WARNING: TriangleAlert, INFO: Info };
const PAGE = 50;

/** Alerts that need attention: acknowledged by one dispatcher, resolved by hand or automatically. */
export function AlertsScreen() {
  const t = useAlertText();
  const kindText = useAlertKindText();
  const words = useWords();
  const api = useApi();
  const queries = useQueryClient();
  const report = useReport();
  const [params, put] = useAddress();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [pending, setPending] = useState(false);
  const rows = useRef<HTMLDivElement>(null);
  useAlertKeys(rows);
  const filter = FILTERS.find((known) => known === params.get('status')) ?? 'unresolved';
  const severity = SEVERITIES.find((known) => known === params.get('severity')) ?? 'all';
  const open = params.get('alert');
  const list = useInfiniteQuery({
    queryKey: keys.alerts(`${filter} ${severity}`),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/dispatch/alerts', {
          params: {
            query: {
              ...QUERIES[filter],
              limit: PAGE,
              ...(severity === 'all' ? {} : { severity }),
              ...(pageParam === null ? {} : { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: ({ page }) => page.nextCursor,
  });
  const found = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const {
    rows: alerts,
    fresh,
    showFresh,
  } = useSteadyRows<Alert>(found, {
    idOf: ({ id }) => id,
    order: byWhatExplainsMost,
    // Another filter shows its list at once; so do further pages.
    list: `${filter} ${severity} ${list.data?.pages.length ?? 0}`,
  });
  const choose = (ids: readonly string[], on: boolean) =>
    setChosen((former) => {
      const next = new Set(former);
      for (const id of ids) {
        if (on) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  const each = async (path: 'acknowledge' | 'resolve') => {
    setPending(true);
    let done = 0;
    for (const id of chosen) {
      try {
        await dataOf(api.POST(`/dispatch/alerts/{id}/${path}`, { params: { path: { id } }, body: {} }));
        done += 1;
      } catch (error) {
        report(error);
      }
    }
    setChosen(new Set());
    setPending(false);
    if (done > 0) notify({ tone: 'success', title: t('alerts.done', { count: done }) });
    void queries.invalidateQueries({ queryKey: ['alerts'] });
  };
  return (
    <Page
      title={t('alerts.title')}
      actions={
        <>
          <Select
            quiet
            label={t('alerts.filter')}
            value={filter}
            options={FILTERS.map((id) => ({ id, text: t(`alerts.${id}`) }))}
            onChange={(id) => put({ status: id === 'unresolved' ? null : id })}
          />
          <Select
            quiet
            label={t('alerts.severity')}
            value={severity}
            options={SEVERITIES.map((id) => ({
              id,
              text: id === 'all' ? words('common.all') : words(`severity.${id}`),
            }))}
            onChange={(id) => put({ severity: id === 'all' ? null : id })}
          />
          {chosen.size > 0 ? (
            <>
              <Button isPending={pending} onPress={() => void each('acknowledge')}>
                {t('alerts.acknowledgeAll')}
              </Button>
              <Button isPending={pending} onPress={() => void each('resolve')}>
                {t('alerts.resolveAll')}
              </Button>
            </>
          ) : null}
        </>
      }
    >
      <Unread query={list} lines={8} />
      {list.isSuccess && alerts.length === 0 ? (
        <EmptyState icon={CircleCheck} title={t('alerts.empty')}>
          {t(filter === 'unresolved' && severity === 'all' ? 'alerts.emptyDetail' : 'alerts.emptyFiltered')}
        </EmptyState>
      ) : null}
      {alerts.length === 0 ? null : (
        <div className={styles.tools}>
          {filter === 'resolved' ? null : (
            <label className={styles.all}>
              <input
                type="checkbox"
                checked={chosen.size > 0 && alerts.every(({ row, gone }) => gone || chosen.has(row.id))}
                onChange={(event) =>
                  setChosen(
                    new Set(
                      event.target.checked ? alerts.flatMap(({ row, gone }) => (gone ? [] : row.id)) : [],
                    ),
                  )
                }
              />
              {t('alerts.all')}
            </label>
          )}
          {fresh > 0 ? (
            <Button size="small" onPress={showFresh}>
              {t('alerts.fresh', { count: fresh })}
            </Button>
          ) : null}
        </div>
      )}
      <div ref={rows} className={styles.kinds}>
        {[...groupBy(alerts, ({ row }) => row.kind)].map(([kind, ofKind]) => (
          <section key={kind} className={styles.kind} aria-label={kindText(knownKind(kind))}>
            {ofKind.length === 1 ? null : (
              <KindHead
                kind={kind}
                rows={ofKind}
                chosen={chosen}
                onChoose={filter === 'resolved' ? null : choose}
              />
            )}
            <ul className={styles.list}>
              {ofKind.map(({ row: alert, gone }) => (
                <AlertRow
                  key={alert.id}
                  alert={alert}
                  gone={gone}
                  chosen={chosen.has(alert.id)}
                  onChoose={(on) => choose([alert.id], on)}
                  onOpen={() => put({ alert: alert.id })}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {list.hasNextPage ? (
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {words('common.more')}
        </Button>
      ) : null}
      {open === null ? null : <AlertDialog id={open} onClose={() => put({ alert: null })} />}
    </Page>
  );
}

interface KindHeadProps {
  kind: string;
  rows: readonly SteadyRow<Alert>[];
  chosen: ReadonlySet<string>;
  /** Null where there is nothing to choose for. */
  onChoose: ((ids: readonly string[], on: boolean) => void) | null;
}

/** Above several of one kind: what they are, how many, and all of them at once. */
function KindHead({ kind, rows, chosen, onChoose }: KindHeadProps) {
  const kindText = useAlertKindText();
  const { number } = useFormats();
  const ids = rows.flatMap(({ row, gone }) => (gone ? [] : row.id));
  const title = `${kindText(knownKind(kind))} (${number(ids.length)})`;
  if (onChoose === null) return <h2 className={styles.kindTitle}>{title}</h2>;
  return (
    <h2 className={styles.kindTitle}>
      <label className={styles.all}>
        <input
          type="checkbox"
          disabled={ids.length === 0}
          checked={ids.length > 0 && ids.every((id) => chosen.has(id))}
          onChange={(event) => onChoose(ids, event.target.checked)}
        />
        {title}
      </label>
    </h2>
  );
}

interface AlertRowProps {
  alert: Alert;
  /** It no longer belongs to the list; its row stays in place until the list is loaded again. */
  gone: boolean;
  chosen: boolean;
  onChoose(on: boolean): void;
  onOpen(): void;
}

function AlertRow({ alert, gone, chosen, onChoose, onOpen }: AlertRowProps) {
  const t = useAlertText();
  const words = useWords();
  const { locale } = useLocaleChoice();
  const { dayAndTime } = useFormats();
  const Icon = ICONS[alert.severity];
  const navigate = useNavigate();
  const target = alertTarget(alert);
  const resolved = alert.status === 'RESOLVED';
  return (
    <li
      className={`${styles.alert} ${styles[alert.severity.toLowerCase()]} ${gone ? styles.gone : ''}`}
      data-alert={alert.id}
    >
      {resolved ? null : (
        <input
          type="checkbox"
          checked={chosen}
          disabled={gone}
          aria-label={alert.message[locale]}
          onChange={(event) => onChoose(event.target.checked)}
        />
      )}
      <Icon aria-hidden size={20} className={styles.icon} />
      <div className={styles.words}>
        <strong>
          <Prose>{alert.message[locale]}</Prose>
        </strong>
        <span>
          <Prose>{alert.action[locale]}</Prose>
        </span>
        <span className={styles.muted}>
          {words(`severity.${alert.severity}`)} ·{' '}
          {t(`alerts.${alert.status === 'OPEN' ? 'open' : resolved ? 'resolved' : 'acknowledged'}`)} ·{' '}
          {t('alerts.raised', { time: dayAndTime(alert.raisedAt) })}
          {alert.subjectCount > 1 ? <> · {t('alerts.about', { count: alert.subjectCount })}</> : null}
          {gone ? <> · {t('alerts.over')}</> : null}
        </span>
      </div>
      <div className={styles.open}>
        {target === null ? null : (
          <Button
            data-main
            size="small"
            aria-label={`${t(`alerts.show.${target.kind}`)}: ${alert.message[locale]}`}
            onPress={() => void navigate(target.path)}
          >
            {t(`alerts.show.${target.kind}`)}
          </Button>
        )}
        <Button
          {...(target === null ? { 'data-main': true } : {})}
          size="small"
          kind={target === null ? 'secondary' : 'quiet'}
          aria-label={`${t('alerts.details')}: ${alert.message[locale]}`}
          onPress={onOpen}
        >
          {t('alerts.details')}
        </Button>
      </div>
    </li>
  );
}
