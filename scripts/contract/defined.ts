/** A definition in a part: a path, an operation or a component. */
export interface Defined {
  /** `/zones`, `GET /zones`, `#/components/schemas/Zone` */
  readonly name: string;
  readonly file: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export function operationId({ value }: Defined): string | undefined {
  return typeof value.operationId === 'string' ? value.operationId : undefined;
}
