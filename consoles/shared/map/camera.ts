import { type Spot, spotOf } from './glide.ts';

/**
 * What is on screen. Always north up and flat, so projecting a place takes one multiplication and one addition per
 * axis.
 */
export interface Camera {
  /** The centre, on the Mercator square. */
  x: number;
  y: number;
  /** Width of the whole Mercator square in pixels. */
  scale: number;
  width: number;
  height: number;
  zoom: number;
}

/** Width of the world in pixels at zoom 0. */
const WORLD = 512;

/** Width of the whole Mercator square in pixels. */
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
