import { type Spot, spotOf } from './glide.ts';

/** What is on screen: always north up and flat, so that a place on screen is a sum and a product. */
export interface Camera {
  /** The middle, on the Mercator square. */
  x: number;
  y: number;
  /** Pixels of the whole Mercator square. */
  scale: number;
  width: number;
  height: number;
  zoom: number;
}

/** Pixels of the world at zoom 0. */
const WORLD = 512;

/** Pixels of the whole Mercator square. */
export function worldSize(zoom: number): number {
  return WORLD * 2 ** zoom;
}

export function cameraOf(
  center: { lng: number; lat: number },
  zoom: number,
  width: number,
  height: number,
): Camera {
  const { x, y } = spotOf(center.lng, center.lat);
  return { x, y, scale: worldSize(zoom), width, height, zoom };
}

export function screenX(camera: Camera, spot: Spot): number {
  return (spot.x - camera.x) * camera.scale + camera.width / 2;
}

export function screenY(camera: Camera, spot: Spot): number {
  return (spot.y - camera.y) * camera.scale + camera.height / 2;
}
