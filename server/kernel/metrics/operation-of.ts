import type { Contract } from '../http/contract.ts';

type Segment = string | null;

interface Template {
  operation: string;
  segments: Segment[];
}

/** Tells which operation of the contract a request means, `none` for all else: paths themselves are without end. */
export function operationFinder(
  contract: Pick<Contract, 'operations'>,
  prefix: string,
): (method: string, url: string) => string {
  const templates = new Map<string, Template[]>();
  for (const { id: operation, method, path } of contract.operations.values()) {
    const segments = segmentsOf(path).map((part) => (part.startsWith('{') ? null : part));
    const key = `${method.toUpperCase()} ${segments.length}`;
    templates.set(key, [...(templates.get(key) ?? []), { operation, segments }]);
  }
  for (const list of templates.values()) list.sort((one, other) => holes(one) - holes(other));
  return (method, url) => {
    const [path = ''] = url.split('?');
    if (!path.startsWith(`${prefix}/`)) return 'none';
    const parts = segmentsOf(path.slice(prefix.length));
    const fits = ({ segments }: Template) =>
      segments.every((segment, index) => segment === null || segment === parts[index]);
    return templates.get(`${method} ${parts.length}`)?.find(fits)?.operation ?? 'none';
  };
}

/** A path written out wins over one with a parameter in its place. */
function holes({ segments }: Template): number {
  return segments.filter((segment) => segment === null).length;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}
