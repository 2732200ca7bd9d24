import { parse } from 'yaml';

export interface DocumentParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  explode?: boolean;
  example?: unknown;
  schema?: { type?: string };
}

export interface DocumentOperation {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  scope: string | null;
  isPublic: boolean;
  parameters: DocumentParameter[];
  /** Media types of its body with an example of each; empty if it takes none. */
  bodies: { type: string; example: unknown }[];
}

interface Written {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: unknown[];
  'x-scope'?: string;
  parameters?: object[];
  requestBody?: object;
}

interface Body {
  content: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** The operations of an openapi.yaml, in its order, with references resolved. @param text Of openapi.yaml. */
export function operationsIn(text: string): DocumentOperation[] {
  const document = parse(text, { merge: true }) as { paths: Record<string, Record<string, Written>> };
  const resolved = <T>(value: object): T => {
    if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
    const path = value.$ref.split('/').slice(1);
    return resolved(path.reduce<unknown>((at, key) => Reflect.get(at as object, key), document) as object);
  };
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const body = operation.requestBody === undefined ? null : resolved<Body>(operation.requestBody);
      return [
        {
          method: method.toUpperCase() as DocumentOperation['method'],
          path,
          operationId: operation.operationId,
          tag: operation.tags?.[0] ?? '',
          summary: operation.summary ?? operation.operationId,
          description: operation.description ?? '',
          scope: operation['x-scope'] ?? null,
          isPublic: operation.security?.length === 0,
          parameters: (operation.parameters ?? []).map((one) => resolved<DocumentParameter>(one)),
          bodies: Object.entries(body?.content ?? {}).map(([type, { example, examples }]) => ({
            type,
            example: example ?? Object.values(examples ?? {})[0]?.value,
          })),
        },
      ];
    }),
  );
}
