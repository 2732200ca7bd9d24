import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { projectRoot } from '../db/root.ts';

const CONTRACT = path.join(projectRoot, 'realtime/asyncapi.yaml');

interface Contract {
  components: {
    schemas: Record<string, object>;
    messages: Record<string, { name: string; payload: { $ref: string }; 'x-delivery'?: string }>;
  };
}

/** Throws if the contract does not describe the event or its payload. */
export type EventCheck = (event: string, payload: unknown) => void;

/** Schemas of the AsyncAPI contract; `check` validates a value against a schema by name. */
export class EventSchemas {
  readonly #ajv = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: true });
  readonly #events = new Map<string, string>();
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(file = CONTRACT) {
    // With Node's ESM interop, the package's function is its `default`.
    formats.default(this.#ajv);
    const { components } = parse(readFileSync(file, 'utf8')) as Contract;
    this.#ajv.addVocabulary(['components']);
    this.#ajv.addSchema({ $id: 'live', components: { schemas: components.schemas } }, 'live');
    for (const message of Object.values(components.messages)) {
      if (message['x-delivery'] !== undefined) this.#events.set(message.name, message.payload.$ref);
    }
  }

  get events(): string[] {
    return [...this.#events.keys()];
  }

  readonly check: EventCheck = (event, payload) => {
    const reference = this.#events.get(event);
    if (reference === undefined) throw new Error(`asyncapi.yaml describes no event ${event}`);
    this.#validate(event, reference, payload);
  };

  checkSchema(name: string, value: unknown): void {
    this.#validate(name, `#/components/schemas/${name}`, value);
  }

  #validate(what: string, reference: string, value: unknown): void {
    let validate = this.#compiled.get(reference);
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: `live${reference}` });
      this.#compiled.set(reference, validate);
    }
    if (validate(value)) return;
    throw new Error(`${what} is not what asyncapi.yaml says: ${this.#ajv.errorsText(validate.errors)}`);
  }
}
