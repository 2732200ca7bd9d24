import type { OpenAPIBackend } from 'openapi-backend';

type Router = OpenAPIBackend['router'];
type Operation = ReturnType<Router['getOperations']>[number];

interface Template {
  pattern: RegExp;
  /** Characters that are no parameter: the more, the closer the path fits. */
  literals: number;
  byMethod: Map<string, Operation>;
}

/**
 * Makes the router find an operation by what was prepared once. By itself it goes through the whole contract several
 * times for every request, which with two hundred operations costs more than all else that happens to it. The answers
 * are the same; a test compares them.
 */
export function indexRoutes(router: Router, root: string): void {
  const operations = router.getOperations();
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  const exact = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const methods = exact.get(operation.path) ?? new Map<string, Operation>();
    exact.set(operation.path, methods.set(operation.method, operation));
  }
  const templates = bySegments(exact);
  router.getOperations = () => operations;
  router.getOperation = (operationId) => byId.get(operationId);
  router.matchOperation = ((request, strict) => {
    const { path, method } = router.normalizeRequest(request);
    const relative = path === root || path.startsWith(`${root}/`) ? router.normalizePath(path) : null;
    const found = relative === null ? undefined : exact.get(relative)?.get(method);
    if (found !== undefined) return found;
    const fitting = relative === null ? [] : closest(templates, relative);
    const match = fitting.find(({ byMethod }) => byMethod.has(method))?.byMethod.get(method);
    if (match === undefined && strict === true) {
      throw new Error(fitting.length === 0 ? '404-notFound' : '405-methodNotAllowed');
    }
    return match;
  }) as Router['matchOperation'];
  router.parseRequest = readPlainly(router);
}

/**
 * Reads a request without query, cookies and escapes by what was prepared once; four times a request it is asked to. Any other
 * request is read by the router itself. Header names are lower-case already.
 */
function readPlainly(router: Router): Router['parseRequest'] {
  const usual = router.parseRequest.bind(router);
  const templates = new Map(
    router.getOperations().map(({ path }) => [
      path,
      {
        pattern: new RegExp(
          `^${path
            .split(/\{[^}]+\}/)
            .map(escaped)
            .join('([^/]+)')}$`,
        ),
        names: Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name = '']) => name),
      },
    ]),
  );
  const paramsOf = ({ path }: Operation, relative: string) => {
    const { pattern, names } = templates.get(path) ?? { pattern: /^/, names: [] };
    const [, ...values] = pattern.exec(relative) ?? [];
    return values.length === names.length
      ? Object.fromEntries(names.map((name, index) => [name, values[index]]))
      : {};
  };
  return ((request, operation) => {
    const { query, headers, body } = request;
    const plain =
      typeof query === 'object' && Object.keys(query).length === 0 && headers.cookie === undefined;
    if (!plain || typeof body === 'string' || request.path.includes('%')) return usual(request, operation);
    const normalized = router.normalizeRequest(request);
    const params = operation === undefined ? {} : paramsOf(operation, router.normalizePath(normalized.path));
    return { ...normalized, params, headers: { ...headers }, query: {}, cookies: {}, requestBody: body };
  }) as Router['parseRequest'];
}

/** Templates by the number of their segments, those that fit most closely first. */
function bySegments(paths: ReadonlyMap<string, Map<string, Operation>>): Map<number, Template[]> {
  const templates = new Map<number, Template[]>();
  for (const [path, byMethod] of paths) {
    const literal = path.split(/\{[^}]+\}/);
    const pattern = new RegExp(`^${literal.map(escaped).join('[^/]+')}$`);
    const template = { pattern, literals: path.replace(/\{.*?\}/g, '').length, byMethod };
    templates.set(segments(path), [...(templates.get(segments(path)) ?? []), template]);
  }
  for (const some of templates.values()) some.sort((left, right) => right.literals - left.literals);
  return templates;
}

function closest(templates: ReadonlyMap<number, Template[]>, path: string): Template[] {
  return (templates.get(segments(path)) ?? []).filter(({ pattern }) => pattern.test(path));
}

function segments(path: string): number {
  return path.split('/').length;
}

function escaped(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
