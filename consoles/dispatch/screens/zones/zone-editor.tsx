import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { isProblemCode } from '../../../shared/api/problem.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import type { MapEngine } from '../../../shared/map/map-engine.ts';
import type { Overlays } from '../../../shared/map/overlays.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { Zone } from '../../board/board-types.ts';
import { keys } from '../../data/fresh-queries.ts';
import { Refusal } from '../../parts/refusal.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { useZoneText } from '../../texts/zone-texts.ts';
import { cornersOf, withCorners } from './corners.ts';
import type { ZoneDraw, ZoneGeometry } from './zone-draw.ts';
import styles from './zones-screen.module.css';

export interface ZoneEditorProps {
  /** Null: a new one. */
  zone: Zone | null;
  engine: MapEngine | null;
  onUncovered(area: Overlays['uncovered']): void;
  onDone(zoneId: string | null): void;
  onClose(): void;
}

const SQUARE_KM = 1_000_000;

/** Name, priority and shape of a zone, on the map or as corners. Refusals show what they are about. */
export function ZoneEditor({ zone, engine, onUncovered, onDone, onClose }: ZoneEditorProps) {
  const t = useZoneText();
  const shared = useSharedText();
  const { number } = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const explain = useExplain();
  const [form, setForm] = useState({
    en: zone?.name.en ?? '',
    ar: zone?.name.ar ?? '',
    priority: String(zone?.priority ?? 10),
    active: zone?.active ?? true,
  });
  const [geometry, setGeometry] = useState<ZoneGeometry | null>(
    (zone?.geometry as ZoneGeometry | undefined) ?? null,
  );
  const [corners, setCorners] = useState(() => (geometry === null ? '' : cornersOf(geometry)));
  const [cornersWrong, setCornersWrong] = useState(false);
  const [pending, setPending] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [refused, setRefused] = useState<Explained | null>(null);
  const draw = useRef<ZoneDraw | null>(null);
  const [start] = useState(geometry);

  useEffect(() => {
    if (engine === null) return;
    let ended = false;
    engine.setPicking(false);
    const begin = async () => {
      const { ZoneDraw: Draw } = await import('./zone-draw.ts');
      if (!engine.map.isStyleLoaded()) await engine.map.once('idle');
      if (ended) return;
      draw.current = new Draw(engine.map, (shape) => {
        setGeometry(shape);
        setCorners(shape === null ? '' : cornersOf(shape));
        setCornersWrong(false);
      });
      draw.current.begin(start);
    };
    void begin();
    return () => {
      ended = true;
      engine.setPicking(true);
      draw.current?.stop();
      draw.current = null;
    };
  }, [engine, start]);

  const typeCorners = (text: string) => {
    setCorners(text);
    const shape = withCorners(text, geometry);
    setCornersWrong(shape === null);
    if (shape === null) return;
    setGeometry(shape);
    draw.current?.begin(shape);
  };
  const refuse = (error: unknown) => {
    if (isProblemCode(error, 'delivery.QATAR_UNCOVERED')) {
      const { uncovered, uncoveredSquareMetres = 0 } = error.problem;
      onUncovered((uncovered as Overlays['uncovered'] | undefined) ?? null);
      engine?.showQatar();
      setRefused({
        title: t('zones.uncovered'),
        detail: t('zones.uncoveredDetail', { area: number(Math.ceil(uncoveredSquareMetres / SQUARE_KM)) }),
        overtaken: false,
      });
    } else setRefused(explain(error));
    setPending(false);
    void queries.invalidateQueries({ queryKey: keys.zones });
  };
  const save = async () => {
    if (geometry === null) {
      setCornersWrong(true);
      return;
    }
    setPending(true);
    setRefused(null);
    onUncovered(null);
    const body = {
      name: { en: form.en.trim(), ar: form.ar.trim() },
      priority: Number(form.priority),
      active: form.active,
      geometry: geometry as Zone['geometry'],
    };
    try {
      if (zone === null) {
        const made = await dataOf(api.POST('/dispatch/zones', { body }));
        notify({ tone: 'success', title: t('zones.saved'), detail: body.name.en });
        await queries.invalidateQueries({ queryKey: keys.zones });
        onDone(made.id);
        return;
      }
      const { warningCount } = await dataOf(
        api.PATCH('/dispatch/zones/{id}', {
          params: { path: { id: zone.id }, header: { 'If-Match': `"${zone.version}"` } },
          body,
        }),
      );
      notify({
        tone: warningCount > 0 ? 'warning' : 'success',
        title: t('zones.saved'),
        detail: warningCount > 0 ? t('zones.warnings', { count: warningCount }) : body.name.en,
      });
      await queries.invalidateQueries({ queryKey: keys.zones });
      onDone(zone.id);
    } catch (error) {
      refuse(error);
    }
  };
  const remove = async () => {
    if (zone === null) return;
    setDeleting(false);
    setPending(true);
    setRefused(null);
    try {
      const { warningCount } = await dataOf(
        api.DELETE('/dispatch/zones/{id}', {
          params: { path: { id: zone.id }, header: { 'If-Match': `"${zone.version}"` } },
        }),
      );
      notify({
        tone: warningCount > 0 ? 'warning' : 'success',
        title: t('zones.deleted'),
        ...(warningCount > 0 ? { detail: t('zones.warnings', { count: warningCount }) } : {}),
      });
      await queries.invalidateQueries({ queryKey: keys.zones });
      onDone(null);
    } catch (error) {
      refuse(error);
    }
  };
  return (
    <div className={styles.editor}>
      <p className={styles.muted}>
        {t(zone === null && geometry === null ? 'zones.drawHint' : 'zones.shapeHint')}
      </p>
      <TextField
        label={t('zones.name')}
        value={form.en}
        onChange={(en) => setForm({ ...form, en })}
        leftToRight
      />
      <TextField label={t('zones.nameAr')} value={form.ar} onChange={(ar) => setForm({ ...form, ar })} />
      <TextField
        label={t('zones.priority')}
        description={t('zones.priorityHint')}
        inputMode="numeric"
        value={form.priority}
        onChange={(priority) => setForm({ ...form, priority })}
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={form.active}
          onChange={(event) => setForm({ ...form, active: event.target.checked })}
        />
        {t('zones.active')}
      </label>
      <TextArea
        label={t('zones.corners')}
        rows={5}
        leftToRight
        value={corners}
        onChange={typeCorners}
        error={cornersWrong ? t('zones.cornersWrong') : null}
      />
      <Refusal of={refused} />
      <div className={styles.actions}>
        <Button kind="primary" isPending={pending} onPress={() => void save()}>
          {t('zones.save')}
        </Button>
        <Button onPress={onClose}>{shared('cancel')}</Button>
        {zone === null ? null : (
          <Button kind="danger" isPending={pending} onPress={() => setDeleting(true)}>
            {t('zones.delete')}
          </Button>
        )}
      </div>
      {deleting ? (
        <Dialog
          title={`${t('zones.delete')} · ${form.en}`}
          hint={t('zones.deleteHint')}
          onClose={() => setDeleting(false)}
          actions={
            <>
              <Button onPress={() => setDeleting(false)}>{shared('cancel')}</Button>
              <Button kind="danger" onPress={() => void remove()}>
                {t('zones.delete')}
              </Button>
            </>
          }
        >
          {null}
        </Dialog>
      ) : null}
    </div>
  );
}
