import { Flame, Layers, MapPinned, Minus, Plus, Shrink } from 'lucide-react';
import { memo, type RefObject } from 'react';
import type { MapEngine } from '../../../shared/map/map-engine.ts';
import type { MapTheme } from '../../../shared/map/map-palette.ts';
import { IconButton } from '../../../shared/ui/button.tsx';
import { Menu, MenuItem } from '../../../shared/ui/menu.tsx';
import { useBoardText } from '../../texts/board-texts.ts';
import styles from './board-map.module.css';
import type { BoardParams, ChangeBoard } from './board-params.ts';
import { MapLegend } from './map-legend.tsx';

type Shown = Pick<BoardParams, 'zones' | 'routes' | 'heat'>;

interface MapControlsProps extends Shown {
  engine: RefObject<MapEngine | null>;
  theme: MapTheme;
  change: ChangeBoard;
}

/** Controls over the map's edge. Memoised, since the map changes every second. */
export const MapControls = memo(function MapControls({ engine, theme, change, ...layers }: MapControlsProps) {
  const t = useBoardText();
  return (
    <div className={styles.controls}>
      <IconButton
        kind="secondary"
        label={t('map.zoomIn')}
        icon={<Plus aria-hidden size={18} />}
        onPress={() => engine.current?.map.zoomIn()}
      />
      <IconButton
        kind="secondary"
        label={t('map.zoomOut')}
        icon={<Minus aria-hidden size={18} />}
        onPress={() => engine.current?.map.zoomOut()}
      />
      <IconButton
        kind="secondary"
        label={t('map.city')}
        icon={<MapPinned aria-hidden size={18} />}
        onPress={() => engine.current?.showCity()}
      />
      <IconButton
        kind="secondary"
        label={t('map.qatar')}
        icon={<Shrink aria-hidden size={18} />}
        onPress={() => engine.current?.showQatar()}
      />
      <Menu
        label={t('map.layers')}
        trigger={
          <IconButton kind="secondary" label={t('map.layers')} icon={<Layers aria-hidden size={18} />} />
        }
        selectionMode="multiple"
        selectedKeys={layersOf(layers)}
        onSelectionChange={(keys) =>
          change(layerChanges(layers, keys === 'all' ? [] : [...keys].map(String)), 'replace')
        }
      >
        <MenuItem id="zones">{t('map.zones')}</MenuItem>
        <MenuItem id="routes">{t('map.routes')}</MenuItem>
        <MenuItem id="demand" icon={<Flame aria-hidden size={16} />}>
          {t('map.heatDemand')}
        </MenuItem>
        <MenuItem id="lateness" icon={<Flame aria-hidden size={16} />}>
          {t('map.heatLateness')}
        </MenuItem>
      </Menu>
      <MapLegend theme={theme} />
    </div>
  );
});

function layersOf({ zones, routes, heat }: Shown): string[] {
  return [...(zones ? ['zones'] : []), ...(routes ? ['routes'] : []), ...(heat === null ? [] : [heat])];
}

/** One heat map at a time: the one just chosen. */
function layerChanges({ heat }: Shown, chosen: readonly string[]): Partial<Shown> {
  const heats = (['demand', 'lateness'] as const).filter((name) => chosen.includes(name));
  const next = heats.length > 1 ? heats.find((name) => name !== heat) : heats[0];
  return { zones: chosen.includes('zones'), routes: chosen.includes('routes'), heat: next ?? null };
}
