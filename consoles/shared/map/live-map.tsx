import './live-map.css';
import { MapPinOff } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { MapEngine, type MapOptions } from './map-engine.ts';
import { useMapText } from './map-texts.ts';
import type { Marks, Picked } from './marks.ts';
import type { Overlays } from './overlays.ts';

export interface LiveMapProps extends Omit<MapOptions, 'still'> {
  label: string;
  /** Id of the element that describes the map's content in words for screen readers. */
  describedBy?: string | undefined;
  marks: Marks;
  overlays: Overlays;
  selected: Picked | null;
  /** Shown above the map, if the browser can draw one. */
  children?: ReactNode;
  ref?: Ref<MapEngine | null>;
  onReady?: (engine: MapEngine) => void;
}

/**
 * The map as a component: marks and overlays are passed in, and only what has changed is redrawn. A browser without
 * WebGL shows a text instead.
 */
export function LiveMap({
  label,
  describedBy,
  marks,
  overlays,
  selected,
  children,
  ref,
  onReady,
  ...options
}: LiveMapProps) {
  const t = useMapText();
  const holder = useRef<HTMLDivElement>(null);
  const [engine, setEngine] = useState<MapEngine | null>(null);
  const [undrawable, setUndrawable] = useState(false);
  const latest = useRef({ options, onReady });
  latest.current = { options, onReady };

  useEffect(() => {
    if (holder.current === null) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const made = MapEngine.open(holder.current, {
      ...latest.current.options,
      still,
      onPick: (pick, at) => latest.current.options.onPick?.(pick, at),
      onMenu: (pick, at) => latest.current.options.onMenu?.(pick, at),
      onFault: (error) => latest.current.options.onFault?.(error),
    });
    if (made === null) {
      setUndrawable(true);
      return;
    }
    setEngine(made);
    latest.current.onReady?.(made);
    return () => {
      setEngine(null);
      made.remove();
    };
  }, []);

  useImperativeHandle<MapEngine | null, MapEngine | null>(ref, () => engine, [engine]);
  const { theme, locale, styleUrl } = options;
  useEffect(() => engine?.setLook({ theme, locale, styleUrl }), [engine, theme, locale, styleUrl]);
  useEffect(() => engine?.setMarks(marks), [engine, marks]);
  useEffect(() => engine?.setOverlays(overlays), [engine, overlays]);
  useEffect(() => engine?.setSelected(selected), [engine, selected]);

  return (
    <section className="live-map" aria-label={label} aria-describedby={describedBy}>
      {undrawable ? (
        <div className="live-map-undrawable">
          <EmptyState icon={MapPinOff} title={t('undrawable.title')}>
            {t('undrawable.detail')}
          </EmptyState>
        </div>
      ) : (
        <>
          <div className="live-map-canvas" ref={holder} />
          {children}
        </>
      )}
    </section>
  );
}
