import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { MapLibreMap } from 'maplibre-gl';
import { TerraDraw, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';

export type ZoneGeometry = Polygon | MultiPolygon;

/** Decimals of a coordinate: about a decimetre. */
const DECIMALS = 6;

/**
 * Draws and edits the shape of one zone on an existing map. The parts of a zone are edited separately; holes stay
 * unchanged. `stop` ends it.
 */
export class ZoneDraw {
  readonly #draw: TerraDraw;
  readonly #onChange: (geometry: ZoneGeometry | null) => void;
  /** Holes of each part, which are not edited. */
  readonly #holes = new Map<string | number, Position[][]>();

  constructor(map: MapLibreMap, onChange: (geometry: ZoneGeometry | null) => void) {
    this.#onChange = onChange;
    this.#draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: DECIMALS }),
      modes: [
        new TerraDrawPolygonMode(),
        new TerraDrawSelectMode({
          flags: {
            polygon: {
              feature: {
                draggable: false,
                coordinates: { midpoints: true, draggable: true, deletable: true },
              },
            },
          },
        }),
      ],
    });
    this.#draw.start();
    this.#draw.on('finish', (id, { action }) => {
      if (action === 'draw') {
        // A new drawing can be corrected at once, corner by corner.
        this.#draw.setMode('select');
        this.#draw.selectFeature(id);
      }
      this.#tell();
    });
    this.#draw.on('change', (_, type) => {
      if (type === 'update' || type === 'delete') this.#tell();
    });
  }

  /** The shape to edit; null: a new one is drawn. */
  begin(geometry: ZoneGeometry | null): void {
    this.#draw.clear();
    this.#holes.clear();
    if (geometry === null) {
      this.#draw.setMode('polygon');
      return;
    }
    this.#draw.setMode('select');
    const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const added = this.#draw.addFeatures(
      parts.map(([outline = []]) => ({
        type: 'Feature' as const,
        properties: { mode: 'polygon' },
        geometry: { type: 'Polygon' as const, coordinates: [outline.map(rounded)] },
      })),
    );
    added.forEach(({ id }, index) => {
      const holes = parts[index]?.slice(1) ?? [];
      if (id !== undefined && holes.length > 0) this.#holes.set(id, holes);
    });
    const first = added[0]?.id;
    if (first !== undefined) this.#draw.selectFeature(first);
  }

  stop(): void {
    try {
      this.#draw.stop();
    } catch {
      // The drawing library no longer listens, and its layers are gone with the map's former style.
    }
  }

  #tell(): void {
    const parts = this.#draw.getSnapshot().flatMap(({ id, geometry, properties }) => {
      if (geometry.type !== 'Polygon' || properties.mode !== 'polygon') return [];
      const holes = id === undefined ? [] : (this.#holes.get(id) ?? []);
      return [[...geometry.coordinates, ...holes] as Position[][]];
    });
    const [only] = parts;
    if (only === undefined) this.#onChange(null);
    else if (parts.length === 1) this.#onChange({ type: 'Polygon', coordinates: only });
    else this.#onChange({ type: 'MultiPolygon', coordinates: parts });
  }
}

function rounded([longitude = 0, latitude = 0]: Position): [number, number] {
  return [Number(longitude.toFixed(DECIMALS)), Number(latitude.toFixed(DECIMALS))];
}
