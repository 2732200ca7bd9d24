import { useEffect, useRef, useState } from 'react';
import { isProblemCode } from '../../../shared/api/problem.ts';
import { type FaultsOf, useSending } from '../../../shared/forms/use-sending.ts';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import type { MapEngine } from '../../../shared/map/map-engine.ts';
import type { Overlays } from '../../../shared/map/overlays.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { Zone } from '../../board/board-types.ts';
import { Refusal } from '../../parts/refusal.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { useZoneText } from '../../texts/zone-texts.ts';
import { cornersOf, outlineOf, withCorners } from './corners.ts';
import { type NewZone, useZoneActions, type ZonePreview } from './use-zone-actions.ts';
import { type ZoneField as Field, useZoneErrors } from './use-zone-errors.ts';
import type { ZoneDraw, ZoneGeometry } from './zone-draw.ts';
import { needsAsking, ZonePreviewDialog } from './zone-preview-dialog.tsx';
import styles from './zones-screen.module.css';

export interface ZoneEditorProps {
  /** Null: a new zone. */
  zone: Zone | null;
  engine: MapEngine | null;
  onUncovered(area: Overlays['uncovered']): void;
  onDone(zoneId: string | null): void;
  onClose(): void;
}

const SQUARE_KM = 1_000_000;

/** Name, priority and shape of a zone, on the map or as corners. A refusal shows the area it concerns. */
export function ZoneEditor({ zone, engine, onUncovered, onDone, onClose }: ZoneEditorProps) {
  const t = useZoneText();
  const shared = useSharedText();
  const { number } = useFormats();
  const { locale } = useLocaleChoice();
  const explain = useExplain();
  const actions = useZoneActions();
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
  const [asked, setAsked] = useState<{ preview: ZonePreview; deletes: boolean } | null>(null);
  const draw = useRef<ZoneDraw | null>(null);
  // Corners typed before the map was loaded are drawn on it, too.
  const latest = useRef(geometry);
  latest.current = geometry;
  const faultsOf = useZoneErrors();
  const { pending, faults, refusal, area, send, forget } = useSending<Field>((error) => {
    if (isProblemCode(error, 'delivery.QATAR_UNCOVERED')) {
      onUncovered((error.problem.uncovered as Overlays['uncovered'] | undefined) ?? null);
      engine?.showQatar();
    }
    void actions.refresh();
    return faultsOf(error);
  });
  const forgetCorners = useRef(() => forget('corners'));
  forgetCorners.current = () => forget('corners');
  const change = (changed: Partial<typeof form>) => {
    setForm({ ...form, ...changed });
    for (const field of ['en', 'ar', 'priority'] as const) if (field in changed) forget(field);
  };
  const explained = (error: unknown): Explained => {
    if (!isProblemCode(error, 'delivery.QATAR_UNCOVERED')) return explain(error);
    const { uncoveredSquareMetres = 0 } = error.problem;
    return {
      title: t('zones.uncovered'),
      detail: t('zones.uncoveredDetail', { area: number(Math.ceil(uncoveredSquareMetres / SQUARE_KM)) }),
      overtaken: false,
    };
  };

  useEffect(() => {
    if (engine === null) return;
    let turn = 0;
    engine.setPicking(false);
    const begin = async () => {
      turn += 1;
      const mine = turn;
      draw.current?.stop();
      draw.current = null;
      const { ZoneDraw: Draw } = await import('./zone-draw.ts');
      if (!engine.map.isStyleLoaded()) await engine.map.once('idle');
      if (mine !== turn) return;
      draw.current = new Draw(engine.map, (shape) => {
        setGeometry(shape);
        setCorners(shape === null ? '' : cornersOf(shape));
        forgetCorners.current();
      });
      draw.current.begin(latest.current);
    };
    void begin();
    // Another theme or language is another style, without the drawing's layers.
    const again = () => void begin();
    engine.map.on('style.load', again);
    return () => {
      turn += 1;
      engine.map.off('style.load', again);
      engine.setPicking(true);
      draw.current?.stop();
      draw.current = null;
    };
  }, [engine]);

  const typeCorners = (text: string) => {
    setCorners(text);
    forget('corners');
    const shape = withCorners(text, geometry);
    if (shape === null) return;
    setGeometry(shape);
    draw.current?.begin(shape);
    engine?.reveal(outlineOf(shape));
  };
  const seen = (): FaultsOf<Field> => {
    const priority = Number(form.priority);
    const isPriority =
      form.priority.trim() !== '' && Number.isInteger(priority) && priority >= 0 && priority <= 1_000;
    const isShape = geometry !== null && withCorners(corners, geometry) !== null;
    return {
      ...(form.en.trim() === '' ? { en: t('zones.nameNeeded') } : {}),
      ...(form.ar.trim() === '' ? { ar: t('zones.nameNeeded') } : {}),
      ...(isPriority ? {} : { priority: t('zones.priorityWrong') }),
      ...(isShape ? {} : { corners: t('zones.cornersWrong') }),
    };
  };
  const body = (): NewZone => ({
    name: { en: form.en.trim(), ar: form.ar.trim() },
    priority: Number(form.priority),
    active: form.active,
    geometry: geometry as NewZone['geometry'],
  });
  const save = async () => onDone(await actions.save(zone, body()));
  const ask = async () => {
    onUncovered(null);
    const preview = await actions.preview(zone?.id ?? null, body());
    if (needsAsking(preview)) setAsked({ preview, deletes: false });
    else await save();
  };
  const askToDelete = async () => {
    if (zone === null) return;
    onUncovered(null);
    const { name, priority, geometry: shape } = zone;
    setAsked({
      preview: await actions.preview(zone.id, { name, priority, geometry: shape, active: false }),
      deletes: true,
    });
  };
  const confirmed = async () => {
    const deletes = asked?.deletes === true && zone !== null;
    setAsked(null);
    await send({}, async () => {
      if (!deletes) return save();
      await actions.remove(zone);
      onDone(null);
    });
  };
  return (
    <div className={styles.editor} ref={area}>
      <p className={styles.muted}>
        {t(zone === null && geometry === null ? 'zones.drawHint' : 'zones.shapeHint')}
      </p>
      <TextField
        label={t('zones.name')}
        value={form.en}
        onChange={(en) => change({ en })}
        error={faults.en}
        leftToRight
      />
      <TextField
        label={t('zones.nameAr')}
        value={form.ar}
        onChange={(ar) => change({ ar })}
        error={faults.ar}
      />
      <TextField
        label={t('zones.priority')}
        description={t('zones.priorityHint')}
        inputMode="numeric"
        value={form.priority}
        onChange={(priority) => change({ priority })}
        error={faults.priority}
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
        error={faults.corners ?? null}
      />
      <Refusal of={refusal === null ? null : explained(refusal.error)} />
      <div className={styles.actions}>
        <Button kind="primary" isPending={pending} onPress={() => void send(seen(), ask)}>
          {t('zones.save')}
        </Button>
        <Button onPress={onClose}>{shared('cancel')}</Button>
        {zone === null ? null : (
          <Button kind="danger" isPending={pending} onPress={() => void send({}, askToDelete)}>
            {t('zones.delete')}
          </Button>
        )}
      </div>
      {asked === null ? null : (
        <ZonePreviewDialog
          name={locale === 'ar' ? form.ar : form.en}
          preview={asked.preview}
          deletes={asked.deletes}
          onConfirm={() => void confirmed()}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
