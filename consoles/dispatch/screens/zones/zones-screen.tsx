import { PencilRuler, Route as RouteIcon, Shapes } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { LiveMap } from '../../../shared/map/live-map.tsx';
import type { MapEngine } from '../../../shared/map/map-engine.ts';
import { NO_MARKS } from '../../../shared/map/marks.ts';
import { NO_OVERLAYS, type Overlays } from '../../../shared/map/overlays.ts';
import { useTheme } from '../../../shared/theme/theme.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { useBoardPart, useZones } from '../../data/board-context.tsx';
import { useMapStyle } from '../../data/map-settings.ts';
import { useBoardText } from '../../texts/board-texts.ts';
import { useZoneText } from '../../texts/zone-texts.ts';
import { outlineOf } from './corners.ts';
import { PlanZoneDialog } from './plan-zone-dialog.tsx';
import type { ZoneGeometry } from './zone-draw.ts';
import { ZoneEditor } from './zone-editor.tsx';
import styles from './zones-screen.module.css';

type Uncovered = Overlays['uncovered'];

/** Where drivers may be assigned: drawn, edited, planned. Qatar must stay covered, or the edit is refused. */
export function ZonesScreen() {
  const t = useZoneText();
  const board = useBoardText();
  const { number } = useFormats();
  const { locale } = useLocaleChoice();
  const { theme } = useTheme();
  const styleUrl = useMapStyle();
  const zones = useZones();
  const tasks = useBoardPart(({ state }) => state.tasks);
  const [params, setParams] = useSearchParams();
  const [engine, setEngine] = useState<MapEngine | null>(null);
  const [uncovered, setUncovered] = useState<Uncovered>(null);
  const [planning, setPlanning] = useState<string | null>(null);
  const zoneId = params.get('zone');
  const editing = params.get('edit');
  const chosen = zones.find(({ id }) => id === zoneId);
  const go = (zone: string | null, edit: 'new' | 'shape' | null = null) => {
    setUncovered(null);
    setParams({ ...(zone === null ? {} : { zone }), ...(edit === null ? {} : { edit }) });
  };
  // A zone selected in the list is brought into view; one clicked on the map is visible already.
  const clicked = useRef(false);
  const shown = useRef(chosen);
  shown.current = chosen;
  const hasChosen = chosen !== undefined;
  useEffect(() => {
    const zone = shown.current;
    if (engine === null || zoneId === null || !hasChosen || zone === undefined) return;
    const outline = outlineOf(zone.geometry as ZoneGeometry);
    if (clicked.current) engine.reveal(outline);
    else engine.show(outline);
    clicked.current = false;
  }, [engine, zoneId, hasChosen]);
  const waiting = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { status, zoneId: id } of tasks.values()) {
      if (status === 'UNASSIGNED' && id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }, [tasks]);
  const sorted = useMemo(() => zones.toSorted((one, other) => other.priority - one.priority), [zones]);
  const overlays = useMemo<Overlays>(
    () => ({
      ...NO_OVERLAYS,
      // The zone being edited is drawn by the editor.
      zones: zones
        .filter(({ id }) => editing === null || id !== zoneId)
        .map(
          ({ id, name, active, geometry }) =>
            ({ id, name: name[locale], active, geometry }) as Overlays['zones'][number],
        ),
      selectedZone: zoneId,
      uncovered,
    }),
    [zones, locale, zoneId, editing, uncovered],
  );
  return (
    <div className={styles.screen}>
      <section className={styles.side} aria-label={t('zones.title')}>
        <header className={styles.header}>
          <h1 className={styles.title}>{t('zones.title')}</h1>
          <Button kind="primary" onPress={() => go(null, 'new')}>
            <PencilRuler aria-hidden size={16} />
            {t('zones.new')}
          </Button>
        </header>
        {editing !== null && (chosen !== undefined || editing === 'new') ? (
          <ZoneEditor
            key={chosen === undefined ? 'new' : `${chosen.id} ${chosen.version}`}
            zone={chosen ?? null}
            engine={engine}
            onUncovered={setUncovered}
            onDone={(id) => go(id)}
            onClose={() => go(zoneId)}
          />
        ) : zones.length === 0 ? (
          <EmptyState icon={Shapes} title={t('zones.empty')} />
        ) : (
          <ul className={styles.list}>
            {sorted.map((zone) => (
              <li
                key={zone.id}
                className={zone.id === zoneId ? styles.chosen : undefined}
                data-zone={zone.id}
              >
                <button
                  type="button"
                  className={styles.zone}
                  aria-pressed={zone.id === zoneId}
                  onClick={() => go(zone.id)}
                >
                  <strong>{zone.name[locale]}</strong>
                  <span className={styles.muted}>
                    {t('zones.priority')} {number(zone.priority)}
                    {zone.active ? null : <> · {t('zones.inactive')}</>} · {number(waiting.get(zone.id) ?? 0)}{' '}
                    {t('zones.waiting')}
                  </span>
                </button>
                {zone.id === zoneId ? (
                  <div className={styles.actions}>
                    <Button size="small" onPress={() => go(zone.id, 'shape')}>
                      <PencilRuler aria-hidden size={14} />
                      {t('zones.shape')}
                    </Button>
                    <Button size="small" onPress={() => setPlanning(zone.id)}>
                      <RouteIcon aria-hidden size={14} />
                      {t('zones.plan')}
                    </Button>
                  </div>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className={styles.map}>
        <LiveMap
          label={board('map.label')}
          theme={theme}
          locale={locale}
          styleUrl={styleUrl}
          labels={NO_LABELS}
          marks={NO_MARKS}
          overlays={overlays}
          selected={null}
          onReady={(made) => {
            made.showQatar();
            setEngine(made);
          }}
          onPick={(picked) => {
            if (picked?.kind !== 'zone' || editing !== null) return;
            clicked.current = true;
            go(picked.id);
          }}
        />
      </div>
      {planning === null ? null : <PlanZoneDialog zoneId={planning} onClose={() => setPlanning(null)} />}
    </div>
  );
}

const NO_LABELS = {};
