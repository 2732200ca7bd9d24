import '../../shared/map/live-map.css';
import { Marker } from 'maplibre-gl';
import { MapEngine } from '../../shared/map/map-engine.ts';
import { type DriverMark, NO_MARKS } from '../../shared/map/marks.ts';
import { clockTime } from './clock-time.ts';

/** A driver from the page's data. */
interface DriverOnMap {
  id: string;
  name: string;
  longitude: number;
  latitude: number;
  recordedAt: string;
}

/** Milliseconds after which a position is shown with its age. */
const OLD = 60_000;

/** The map beside an order: the buyer's door and the drivers on their way to it, from its element's attributes. */
export class OrderMap {
  readonly #holder: HTMLElement;
  readonly #engine: MapEngine;
  #shown = 0;

  /** Null where the browser cannot draw it; a text then takes its place. */
  static open(holder: HTMLElement): OrderMap | null {
    holder.replaceChildren();
    const frame = element('div', 'live-map');
    const canvas = element('div', 'live-map-canvas');
    frame.append(canvas);
    holder.append(frame);
    const { styleUrl, undrawable = '', label = '' } = holder.dataset;
    const engine = MapEngine.open(canvas, {
      theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
      locale: document.documentElement.lang === 'ar' ? 'ar' : 'en',
      styleUrl: styleUrl ?? null,
      still: matchMedia('(prefers-reduced-motion: reduce)').matches,
      labels: { 'Map.Title': label },
    });
    if (engine === null) {
      const words = element('p', 'muted');
      words.textContent = undrawable;
      holder.replaceChildren(words);
      return null;
    }
    const map = new OrderMap(holder, engine);
    frame.append(map.#buttons());
    map.update();
    return map;
  }

  private constructor(holder: HTMLElement, engine: MapEngine) {
    this.#holder = holder;
    this.#engine = engine;
    const pin = element('div', 'door-pin');
    pin.textContent = holder.dataset.doorName ?? '';
    new Marker({ element: pin, anchor: 'bottom', offset: [0, -6] }).setLngLat(this.#door()).addTo(engine.map);
    // The attribution grows once its source is read; fit again then, so that it covers neither the driver nor the door.
    let isMoved = false;
    engine.map.on('movestart', ({ originalEvent }) => {
      isMoved ||= originalEvent !== undefined;
    });
    engine.map.once('idle', () => {
      if (!isMoved) this.#showAll();
    });
  }

  /** Shows the page's present data; the view stays, unless a driver is new. */
  update(): void {
    const drivers = this.#drivers();
    const [first] = drivers;
    // A single driver is named at every zoom.
    this.#engine.setSelected(
      first === undefined || drivers.length > 1 ? null : { kind: 'driver', id: first.id },
    );
    this.#engine.setMarks({ ...NO_MARKS, drivers: drivers.map((driver) => this.#mark(driver)) });
    if (drivers.length !== this.#shown) this.#showAll();
    this.#shown = drivers.length;
  }

  close(): void {
    this.#engine.remove();
  }

  #mark({ recordedAt, ...driver }: DriverOnMap): DriverMark {
    const isOld = Date.now() - Date.parse(recordedAt) > OLD;
    const age = (this.#holder.dataset.age ?? '{time}').replace('{time}', clockTime(recordedAt));
    return {
      ...driver,
      ...{
        look: isOld ? 'stale' : 'driving',
        heading: null,
        tasks: 1,
        age: isOld ? age : null,
        dimmed: false,
      },
    };
  }

  /** For people who do not drag: buttons for everything that dragging can do. */
  #buttons(): HTMLElement {
    const { zoomIn = '', zoomOut = '', showAll = '' } = this.#holder.dataset;
    const row = element('div', 'map-buttons');
    const { map } = this.#engine;
    row.append(
      button('+', zoomIn, () => map.zoomIn()),
      button('−', zoomOut, () => map.zoomOut()),
      button('◎', showAll, () => this.#showAll()),
    );
    return row;
  }

  #showAll(): void {
    const drivers = this.#drivers().map(({ longitude, latitude }) => [longitude, latitude] as const);
    this.#engine.show([this.#door(), ...drivers]);
  }

  #door(): [number, number] {
    return JSON.parse(this.#holder.dataset.door ?? '[51.53,25.29]') as [number, number];
  }

  #drivers(): DriverOnMap[] {
    return JSON.parse(this.#holder.dataset.drivers ?? '[]') as DriverOnMap[];
  }
}

function element(name: 'div' | 'p', className: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  return made;
}

function button(sign: string, label: string, work: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = sign;
  made.setAttribute('aria-label', label);
  made.title = label;
  made.addEventListener('click', work);
  return made;
}
