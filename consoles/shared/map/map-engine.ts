import 'maplibre-gl/dist/maplibre-gl.css';
import {
  addProtocol,
  GPUInitializationError,
  type LngLatBoundsLike,
  MapLibreMap,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url&no-inline';
import type { MapLocale } from './basemap-style.ts';
import { type Camera, cameraOf } from './camera.ts';
import { loadBasemap, mapFonts } from './load-style.ts';
import { type MapPalette, type MapTheme, PALETTES } from './map-palette.ts';
import { MarkBoard } from './mark-board.ts';
import { MarkPainter } from './mark-painter.ts';
import type { Marks, Picked } from './marks.ts';
import { NO_OVERLAYS, type Overlays, updateOverlays, withOverlays, ZONE_FILL } from './overlays.ts';

export interface MapLook {
  theme: MapTheme;
  locale: MapLocale;
  /** Another style, whose tiles may lie in PMTiles archives; null: the embedded map. */
  styleUrl: string | null;
}

export interface MapOptions extends MapLook {
  still: boolean;
  /** Whose map it is stands in the corner for good, in place of behind a button. */
  attributed?: boolean;
  /** Names of the map's own controls. */
  labels: Record<string, string>;
  onPick?: (pick: Picked | null, at: { x: number; y: number }) => void;
  onMenu?: (pick: Picked | null, at: { x: number; y: number }) => void;
  onFault?: (error: unknown) => void;
}

const QATAR: LngLatBoundsLike = [
  [50.7, 24.5],
  [51.75, 26.2],
];
/** Where the city is: most of what dispatchers look at. */
const DOHA: LngLatBoundsLike = [
  [51.36, 25.13],
  [51.66, 25.48],
];
const WIDEST: LngLatBoundsLike = [
  [49.2, 23.6],
  [53.2, 27.2],
];
/** Milliseconds between two pictures of moving marks: a glide of metres needs no more. */
const FRAME = 50;

setWorkerUrl(workerUrl);

/** One map on the page: base map, overlays and marks, and what is pointed at. `remove` ends it. */
export class MapEngine {
  readonly map: MapLibreMap;
  readonly #board: MarkBoard;
  readonly #painter: MarkPainter;
  #options: MapOptions;
  #overlays: Overlays = NO_OVERLAYS;
  #styled = false;
  #styleTurn = 0;
  #frame: number | null = null;
  #lastFrame = 0;
  #removed = false;
  #picking = true;

  /** Null where the browser cannot draw it: it has no WebGL, or was told not to use it. */
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
      attributionControl: { compact: options.attributed !== true },
      fadeDuration: options.still ? 0 : 150,
      locale: options.labels,
    });
    this.map.touchZoomRotate.disableRotation();
    this.map.keyboard.disableRotation();
    this.#board = new MarkBoard(options.still);
    this.#painter = new MarkPainter(this.map.getCanvasContainer(), this.#board, PALETTES[options.theme]);
    this.map.on('render', () => this.#paintAll());
    this.map.on('resize', () => this.#paintAll());
    this.map.on('click', (event) => this.#picked(this.#options.onPick, event.point));
    this.map.on('contextmenu', (event) => this.#picked(this.#options.onMenu, event.point));
    this.map.on('mousemove', (event) => this.#point(event.point));
    this.map.on('idle', () => container.setAttribute('aria-busy', String(!this.#styled)));
    this.map.on('error', ({ error }) => this.#options.onFault?.(error));
    void this.#loadStyle();
  }

  /** Another theme, language or style is loaded with everything that lies above it. */
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
    if (this.#styled) updateOverlays(this.map, former, overlays);
  }

  setSelected(selected: Picked | null): void {
    this.#painter.selected = selected;
    this.#paintAll();
  }

  /** While shapes are drawn, a click is a corner and picks nothing. */
  setPicking(picking: boolean): void {
    this.#picking = picking;
  }

  /** The mark below a point of the page, for what is dropped there. */
  markAt(clientX: number, clientY: number): Picked | null {
    const { left, top } = this.map.getContainer().getBoundingClientRect();
    return this.#board.pick(this.#camera(), clientX - left, clientY - top, performance.now());
  }

  showQatar(): void {
    this.map.fitBounds(QATAR, { padding: 24, animate: !this.#options.still });
  }

  showCity(): void {
    this.map.fitBounds(DOHA, { padding: 24, animate: !this.#options.still });
  }

  /** Brings places into view; one alone is gone to without coming closer than it has to. */
  show(points: readonly (readonly [number, number])[]): void {
    const [first, ...others] = points;
    if (first === undefined) return;
    const animate = !this.#options.still;
    if (others.length === 0) {
      this.map.easeTo({ center: [...first], zoom: Math.max(13, this.map.getZoom()), animate });
      return;
    }
    const longitudes = points.map(([longitude]) => longitude);
    const latitudes = points.map(([, latitude]) => latitude);
    const bounds: LngLatBoundsLike = [
      [Math.min(...longitudes), Math.min(...latitudes)],
      [Math.max(...longitudes), Math.max(...latitudes)],
    ];
    this.map.fitBounds(bounds, { padding: 70, maxZoom: 14.5, animate });
  }

  remove(): void {
    this.#removed = true;
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#painter.remove();
    this.map.remove();
  }

  async #loadStyle(): Promise<void> {
    const turn = ++this.#styleTurn;
    // Until all that is in sight has been drawn.
    this.map.getContainer().setAttribute('aria-busy', 'true');
    const { theme, locale, styleUrl } = this.#options;
    try {
      const base = styleUrl === null ? null : await readStyle(styleUrl);
      const style = base ?? (await loadBasemap(theme, locale));
      if (turn !== this.#styleTurn || this.#removed) return;
      this.#wear(style, PALETTES[theme]);
    } catch (error) {
      this.#options.onFault?.(error);
      if (styleUrl === null || turn !== this.#styleTurn || this.#removed) return;
      // A style that cannot be had leaves the embedded map, which always can.
      this.#wear(await loadBasemap(theme, locale), PALETTES[theme]);
    }
  }

  /** The map takes a style up later than it is told to: what is laid over it meanwhile is brought to it then. */
  #wear(style: StyleSpecification, palette: MapPalette): void {
    const worn = this.#overlays;
    this.#styled = false;
    this.map.once('style.load', () => {
      this.#styled = true;
      updateOverlays(this.map, worn, this.#overlays);
    });
    this.map.setStyle(withOverlays(style, worn, palette), { diff: false });
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

  /** Goes on while marks are on their way; the map below is not drawn again for it. */
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
    const mark = this.#board.pick(this.#camera(), x, y, performance.now());
    this.map.getCanvas().style.cursor = mark === null ? '' : 'pointer';
  }
}

let pmtiles: Promise<void> | null = null;

/** Reads a style that was configured, with our font added to it, and the protocol for PMTiles where it asks for it. */
async function readStyle(url: string): Promise<StyleSpecification> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`the map style answered ${answer.status}`);
  const style = (await answer.json()) as StyleSpecification;
  if (JSON.stringify(style.sources).includes('pmtiles://')) {
    pmtiles ??= import('pmtiles').then(({ Protocol }) => addProtocol('pmtiles', new Protocol().tile));
    await pmtiles;
  }
  return { ...style, 'font-faces': { ...style['font-faces'], ...mapFonts() } };
}
