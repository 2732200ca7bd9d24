import type { Contract, OperationRules } from '../../server/kernel/http/contract.ts';

/** As far as openapi.yaml uses JSON Schema. */
export interface ValueSchema {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  nullable?: boolean;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  required?: string[];
  properties?: Record<string, ValueSchema>;
  additionalProperties?: boolean | ValueSchema;
  items?: ValueSchema;
  oneOf?: ValueSchema[];
  anyOf?: ValueSchema[];
  allOf?: ValueSchema[];
  default?: unknown;
  example?: unknown;
}

export interface DescribedParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  explode: boolean;
  schema: ValueSchema;
  example: unknown;
}

export interface DescribedBody {
  type: string;
  schema: ValueSchema;
  example: unknown;
}

export interface DescribedOperation {
  rules: OperationRules;
  parameters: DescribedParameter[];
  /** One for each media type. */
  bodies: DescribedBody[];
  /** By status. */
  responses: Record<string, { content?: Record<string, { schema?: ValueSchema }> }>;
}

interface Parsed {
  parameters?: object[];
  requestBody?: object;
  responses?: Record<string, object>;
}

/** Follows references until there is none. */
export interface References {
  resolve<T extends object>(value: T): T;
}

/** @param root The document that references lead into. */
export function resolved<T extends object>(root: unknown, value: T): T {
  let at: object = value;
  while ('$ref' in at && typeof at.$ref === 'string') {
    const path = at.$ref.split('/').slice(1);
    at = path.reduce<unknown>((node, key) => Reflect.get(node as object, key), root) as object;
  }
  return at as T;
}

/** The operations of a contract with what their requests and answers may contain. */
export class ContractOperations implements References {
  readonly all: readonly DescribedOperation[];
  readonly #root: unknown;

  constructor({ document, operations }: Contract) {
    this.#root = document;
    this.all = [...operations.values()].map((rules) => this.#described(rules));
  }

  resolve<T extends object>(value: T): T {
    return resolved(this.#root, value);
  }

  #described(rules: OperationRules): DescribedOperation {
    const paths = (this.#root as { paths: Record<string, Record<string, Parsed>> }).paths;
    const operation = paths[rules.path]?.[rules.method] ?? {};
    const body = this.resolve(operation.requestBody ?? {}) as {
      content?: Record<string, { schema: ValueSchema; example?: unknown; examples?: object }>;
    };
    const responses = Object.entries(operation.responses ?? {}).map(
      ([status, response]) => [status, this.resolve(response)] as const,
    );
    return {
      rules,
      parameters: (operation.parameters ?? []).map((given) => {
        const parameter = this.resolve(given) as Partial<DescribedParameter>;
        const schema = this.resolve(parameter.schema ?? {});
        const example = parameter.example ?? schema.example;
        return { required: false, explode: true, ...parameter, schema, example } as DescribedParameter;
      }),
      bodies: Object.entries(body.content ?? {}).map(([type, { schema, example, examples = {} }]) => {
        const [first] = Object.values(examples) as { value: unknown }[];
        return { type, schema, example: example ?? first?.value };
      }),
      responses: Object.fromEntries(responses) as DescribedOperation['responses'],
    };
  }
}
