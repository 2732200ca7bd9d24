import '../../shared/map/live-map.css';
import { MapEngine } from '../../shared/map/map-engine.ts';

const MIDDLE_OF_DOHA: [number, number] = [51.5254, 25.2921];

/** A map moved below a fixed pin: its centre is the door. False if the browser cannot draw one. */
export async function openPinMap(
  pin: HTMLElement,
  say: (text: string | undefined) => void,
): Promise<boolean> {
  const container = pin.querySelector<HTMLElement>('[data-pin-map]');
  const [latitude, longitude] = ['latitude', 'longitude'].map((name) =>
    pin.querySelector<HTMLInputElement>(`input[name="${name}"]`),
  );
  if (container === null || latitude == null || longitude == null) return false;
  container.hidden = false;
  const frame = document.createElement('div');
  frame.className = 'live-map';
  const canvas = document.createElement('div');
  canvas.className = 'live-map-canvas';
  frame.append(canvas);
  container.replaceChildren(frame);
  const engine = MapEngine.open(canvas, {
    theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    locale: document.documentElement.lang === 'ar' ? 'ar' : 'en',
    styleUrl: null,
    still: matchMedia('(prefers-reduced-motion: reduce)').matches,
    labels: { 'Map.Title': pin.dataset.label ?? '' },
  });
  if (engine === null) return false;
  const { map } = engine;
  const isSet = latitude.value !== '';
  const center: [number, number] = isSet ? [Number(longitude.value), Number(latitude.value)] : MIDDLE_OF_DOHA;
  map.jumpTo({ center, zoom: isSet ? 16 : 12 });
  const put = () => {
    const { lng, lat } = map.getCenter();
    longitude.value = lng.toFixed(6);
    latitude.value = lat.toFixed(6);
    const remove = pin.querySelector<HTMLElement>('[data-pin-remove]');
    if (remove !== null) remove.hidden = false;
    say(pin.dataset.set);
  };
  // Only moves by the user count: opening the map sets nothing.
  map.on('moveend', ({ originalEvent }) => {
    if (originalEvent !== undefined) put();
  });
  const here = pin.querySelector<HTMLButtonElement>('[data-pin-here]');
  if (here !== null && 'geolocation' in navigator) {
    here.hidden = false;
    here.addEventListener('click', () =>
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => {
          map.jumpTo({ center: [coords.longitude, coords.latitude], zoom: 17 });
          put();
        },
        () => say(pin.dataset.denied),
        { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
      ),
    );
  }
  return true;
}
