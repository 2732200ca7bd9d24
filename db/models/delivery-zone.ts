import objection from 'objection';
import type { AreaGeometry } from '../../actors/geo/service-area.ts';

const { Model, snakeCaseMappers } = objection;

/** An area that drivers work in. `geometry` is GeoJSON in WGS 84; area and bounds are derived from it. */
export class DeliveryZone extends Model {
  static override tableName = 'delivery_zones';
  static override columnNameMappers = snakeCaseMappers();
  static override jsonAttributes = ['geometry'];

  declare id: string;
  declare seedKey: string | null;
  declare nameEn: string;
  declare nameAr: string;
  declare priority: number;
  declare active: boolean;
  declare geometry: AreaGeometry;
  declare areaM2: number;
  declare minLng: number;
  declare minLat: number;
  declare maxLng: number;
  declare maxLat: number;
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;
  /** A deleted zone is inactive but stays, because tasks and choices refer to it. */
  declare deletedAt: Date | null;
}
