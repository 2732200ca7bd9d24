import 'maplibre-gl/dist/maplibre-gl.css';
import {
  addProtocol,
  type GeoJSONSource,
  GPUInitializationError,
  type LayerSpecification,
  MapLibreMap,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url&no-inline';
import { MINOR_STREETS, placeFilters } from './basemap-style.ts';
import { type Camera, cameraOf } from './camera.ts';
import { embeddedStyle, mapFonts, minorStreets } from './load-style.ts';
import type { MapLocale } from './map-language.ts';
import { type MapTheme, PALETTES } from './map-palette.ts';
import { MarkBoard } from './mark-board.ts';
import { MarkPainter } from './mark-painter.ts';
import type { Marks, Picked } from './marks.ts';
import { NO_OVERLAYS, type Overlays, updateOverlays, withOverlays, ZONE_FILL } from './overlays.ts';
import { MINOR_FROM } from './street-layers.ts';
import { type Bounds, DOHA, QATAR, WIDEST } from './views.ts';

export interface MapLook {
  theme: MapTheme;
  locale: MapLocale;
  /** A configured style, whose tiles may be in PMTiles archives; null: the embedded map. */
  styleUrl: string | null;
}

export interface MapOptions extends MapLook {
  still: boolean;
  /** Names of the map's own controls. */
  labels: Record<string, string>;
  onPick?: (pick: Picked | null, at: { x: number; y: number }) => void;
  onMenu?: (pick: Picked | null, at: { x: number; y: number }) => void;
  onFault?: (error: unknown) => void;
}

/** Pixels kept free around what is brought into view, and at the map's start for its controls. */
const MARGIN = 40;
const CONTROLS = 56;
const NEAREST = 15;
/** Milliseconds between two frames of moving marks: a glide of a few metres needs no more. */
const FRAME = 50;

setWorkerUrl(workerUrl);

/** One map on the page: base map, overlays, marks, and what is pointed at. `remove` ends it. */
export class MapEngine {
  readonly map: MapLibreMap;
  readonly #board: MarkBoard;
  readonly #painter: MarkPainter;
  #options: MapOptions;
  #overlays: Overlays = NO_OVERLAYS;
  #styled = false;
  /** The style is the embedded one, whose layers we know. */
  #embedded = false;
  #styleTurn = 0;
  #wearTurn = 0;
  #frame: number | null = null;
  #lastFrame = 0;
  #removed = false;
  #picking = true;

  /** Null where the browser cannot draw it: it lacks WebGL, or WebGL is disabled. */
  static open(container: HTMLElement, options: MapOptions): MapEngine | null {
    try {
      return new MapEngine(container, options);
    } catch (error) {
      if (error instanceof GPUInitializationError) return null;
      throw error;
    }
  }

  private constructor(container: HTMLElement, options: MapOptions) {
    this.#options = options;
    this.map = new MapLibreMap({
      container,
      bounds: DOHA,
      maxBounds: WIDEST,
      minZoom: 6.5,
      maxZoom: 18,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      // Attribution is always expanded: the streets' licence requires it.
      attributionControl: { compact: false },
      fadeDuration: options.still ? 0 : 150,
      locale: options.labels,
    });
    this.map.touchZoomRotate.disableRotation();
    this.map.keyboard.disableRotation();
    this.#board = new MarkBoard(options.still);
    this.#painter = new MarkPainter(this.map.getCanvasContainer(), this.#board, PALETTES[options.theme]);
    this.map.on('render', () => this.#paintAll());
    this.map.on('resize', () => this.#paintAll());
    this.map.on('zoomend', () => this.#comeNearer());
    this.map.on('click', (event) => {
      if (!this.#openCluster(event.point)) this.#picked(this.#options.onPick, event.point);
    });
    this.map.on('contextmenu', (event) => this.#picked(this.#options.onMenu, event.point));
    this.map.on('mousemove', (event) => this.#point(event.point));
    this.map.on('idle', () => container.setAttribute('aria-busy', String(!this.#styled)));
    this.map.on('error', ({ error }) => this.#options.onFault?.(error));
    void this.#loadStyle();
  }

  /** Loads another theme, language or style, with all overlays. */
  setLook({ theme, locale, styleUrl }: MapLook): void {
    const former = this.#options;
    this.#options = { ...former, theme, locale, styleUrl };
    if (theme !== former.theme) this.#painter.setPalette(PALETTES[theme]);
    if (theme !== former.theme || locale !== former.locale || styleUrl !== former.styleUrl)
      void this.#loadStyle();
  }

  setMarks(marks: Marks): void {
    const now = performance.now();
    if (this.#board.set(marks, now)) this.#painter.paintStill(this.#camera());
    this.#animate();
  }

  setOverlays(overlays: Overlays): void {
    const former = this.#overlays;
    this.#overlays = overlays;
    if (!this.#styled) return;
    updateOverlays(this.map, former, overlays);
    if (overlays.zones !== former.zones) this.#nameOnce();
  }

  setSelected(selected: Picked | null): void {
    this.#board.selected = selected;
    this.#paintAll();
  }

  /** While shapes are drawn, a click adds a corner and selects nothing. */
  setPicking(picking: boolean): void {
    this.#picking = picking;
  }

  /** The mark at a point of the page, as a drop target. */
  markAt(clientX: number, clientY: number): Picked | null {
    const { left, top } = this.map.getContainer().getBoundingClientRect();
    return this.#board.pick(this.#camera(), clientX - left, clientY - top, performance.now());
  }

  showQatar(): void {
    this.#fit(QATAR);
  }

  showCity(): void {
    this.#fit(DOHA);
  }

  /** Brings places into view; a single one without zooming in more than necessary. */
  show(points: Points): void {
    const [first] = points;
    if (first === undefined) return;
    if (points.length > 1) {
      this.#fit(boundsOf(points), 14.5);
      return;
    }
    const zoom = Math.max(13, this.map.getZoom());
    const { top, bottom, left, right } = this.#insets();
    const offset: [number, number] = [(left - right) / 2, (top - bottom) / 2];
    this.map.easeTo({ center: [...first], zoom, offset, ...this.#motion() });
  }

  /** Brings places into view unless they are already: stepping through a list does not make the map fly about. */
  reveal(points: Points): void {
    const { top, bottom, left, right } = this.#insets();
    const { clientWidth, clientHeight } = this.map.getContainer();
    const isSeen = points.every(([longitude, latitude]) => {
      const { x, y } = this.map.project([longitude, latitude]);
      return x >= left && x <= clientWidth - right && y >= top && y <= clientHeight - bottom;
    });
    if (!isSeen) this.show(points);
  }

  remove(): void {
    this.#removed = true;
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#painter.remove();
    this.map.remove();
  }

  async #loadStyle(): Promise<void> {
    const turn = ++this.#styleTurn;
    // Until everything in view has been drawn.
    this.map.getContainer().setAttribute('aria-busy', 'true');
    const { theme, locale, styleUrl } = this.#options;
    try {
      const base = styleUrl === null ? null : await readStyle(styleUrl);
      if (turn !== this.#styleTurn || this.#removed) return;
      this.#wear(base, this.#options);
    } catch (error) {
      this.#options.onFault?.(error);
      // If a configured style cannot be loaded, the embedded map is shown, which always can.
      if (turn === this.#styleTurn && !this.#removed) this.#wear(null, { theme, locale });
    }
  }

  /**
   * Null: the embedded style. MapLibre applies a style asynchronously: overlays that change meanwhile are updated on
   * `style.load`.
   */
  #wear(style: StyleSpecification | null, { theme, locale }: Pick<MapLook, 'theme' | 'locale'>): void {
    const worn = this.#overlays;
    const turn = ++this.#wearTurn;
    this.#styled = false;
    this.map.once('style.load', () => {
      // A style that was replaced before it loaded: its layers are not there.
      if (turn !== this.#wearTurn) return;
      this.#styled = true;
      this.#embedded = style === null;
      updateOverlays(this.map, worn, this.#overlays);
      this.#nameOnce();
      this.#comeNearer();
    });
    const base = style ?? embeddedStyle(theme, locale);
    this.map.setStyle(withOverlays(base, worn, PALETTES[theme]), { diff: false });
  }

  /** Loads the minor streets once the map is zoomed in far enough. */
  #comeNearer(): void {
    if (!this.#styled || !this.#embedded || this.map.getZoom() < MINOR_FROM) return;
    const source = this.map.getSource<GeoJSONSource>(MINOR_STREETS);
    const { data } = source?.serialize() ?? {};
    if (source !== undefined && typeof data !== 'string') source.setData(minorStreets());
  }

  /** Names a zone and a place of the same name only once. */
  #nameOnce(): void {
    if (!this.#embedded) return;
    const names = this.#overlays.zones.map(({ name }) => name);
    for (const { layer, filter } of placeFilters(this.#options.locale, names))
      this.map.setFilter(layer, filter);
  }

  #fit(bounds: Bounds, maxZoom = NEAREST): void {
    this.map.fitBounds(bounds, { padding: this.#insets(), maxZoom, ...this.#motion() });
  }

  #motion(): { animate: boolean } {
    return { animate: !this.#options.still };
  }

  /** Whatever a console shows over the map's foot raises the attribution; the space above that is free. */
  #insets(): { top: number; bottom: number; left: number; right: number } {
    const container = this.map.getContainer();
    const { bottom, height, width } = container.getBoundingClientRect();
    const corner = container.querySelector('.maplibregl-ctrl-attrib')?.getBoundingClientRect();
    const foot = corner === undefined ? 0 : Math.max(0, bottom - corner.top);
    // Margins shrink with the map, so that a small one keeps its places in the middle.
    const share = (length: number, most: number, part = 4) => Math.min(most, Math.max(0, length / part));
    return {
      top: share(height, MARGIN),
      bottom: share(height, foot + MARGIN, 3),
      left: share(width, CONTROLS),
      right: share(width, MARGIN),
    };
  }

  #openCluster({ x, y }: { x: number; y: number }): boolean {
    if (!this.#picking) return false;
    const camera = this.#camera();
    if (this.#board.pick(camera, x, y, performance.now()) !== null) return false;
    const points = this.#board.clusterAt(camera, x, y);
    const [first] = points;
    if (first === undefined) return false;
    const { center, zoom = 0 } =
      this.map.cameraForBounds(boundsOf(points), { padding: this.#insets() }) ?? {};
    const nearer = Math.min(NEAREST, Math.max(zoom, this.map.getZoom() + 1));
    this.map.easeTo({ center: center ?? [...first], zoom: nearer, ...this.#motion() });
    return true;
  }

  #camera(): Camera {
    const { clientWidth, clientHeight } = this.map.getContainer();
    return cameraOf(this.map.getCenter(), this.map.getZoom(), clientWidth, clientHeight);
  }

  #paintAll(): void {
    const camera = this.#camera();
    this.#painter.paintStill(camera);
    this.#painter.paintMoving(camera, performance.now());
  }

  /** Runs while marks are moving, without redrawing the map below. */
  #animate(): void {
    if (this.#frame !== null || this.#removed) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = null;
      if (now - this.#lastFrame >= FRAME) {
        this.#lastFrame = now;
        this.#painter.paintMoving(this.#camera(), performance.now());
      }
      if (this.#board.moving(performance.now() - FRAME)) this.#animate();
    });
  }

  #pickAt({ x, y }: { x: number; y: number }): Picked | null {
    const mark = this.#board.pick(this.#camera(), x, y, performance.now());
    if (mark !== null || !this.#styled || this.map.getLayer(ZONE_FILL) === undefined) return mark;
    const [zone] = this.map.queryRenderedFeatures([x, y], { layers: [ZONE_FILL] });
    const id: unknown = zone?.properties.id;
    return typeof id === 'string' ? { kind: 'zone', id } : null;
  }

  #picked(tell: MapOptions['onPick'], { x, y }: { x: number; y: number }): void {
    if (!this.#picking || tell === undefined) return;
    const { left, top } = this.map.getContainer().getBoundingClientRect();
    tell(this.#pickAt({ x, y }), { x: x + left, y: y + top });
  }

  #point({ x, y }: { x: number; y: number }): void {
    if (!this.#picking) return;
    const camera = this.#camera();
    const hasMark =
      this.#board.pick(camera, x, y, performance.now()) !== null ||
      this.#board.clusterAt(camera, x, y).length > 0;
    this.map.getCanvas().style.cursor = hasMark ? 'pointer' : '';
  }
}

type Points = readonly (readonly [longitude: number, latitude: number])[];

function boundsOf(points: Points): Bounds {
  const longitudes = points.map(([longitude]) => longitude);
  const latitudes = points.map(([, latitude]) => latitude);
  return [
    [Math.min(...longitudes), Math.min(...latitudes)],
    [Math.max(...longitudes), Math.max(...latitudes)],
  ];
}

let pmtiles: Promise<void> | null = null;

/** Reads a configured style, adds our font to it, and registers the PMTiles protocol if the style uses it. */
async function readStyle(url: string): Promise<StyleSpecification> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`the map style answered ${answer.status}`);
  const style = (await answer.json()) as StyleSpecification;
  if (JSON.stringify(style.sources).includes('pmtiles://')) {
    // With metadata, which contains the attribution that has to be shown.
    pmtiles ??= import('pmtiles').then(({ Protocol }) =>
      addProtocol('pmtiles', new Protocol({ metadata: true }).tile),
    );
    await pmtiles;
  }
  return {
    ...style,
    layers: style.layers.map(shownAtOnce),
    'font-faces': { ...style['font-faces'], ...mapFonts() },
  };
}

/**
 * Without fading tiles in: MapLibre (6.17) looks only after drawing a frame whether a fade has ended, so one that ends
 * while a slow device draws leaves the map pale or empty until somebody moves it.
 */
function shownAtOnce(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== 'raster') return layer;
  return { ...layer, paint: { ...layer.paint, 'raster-fade-duration': 0 } };
}
