import type { ErrorObject } from 'ajv';
import { OpenAPIBackend, OpenAPIValidator } from 'openapi-backend';
import type { Locale } from '../texts/locale.ts';
import type { Contract, OperationRules } from './contract.ts';
import { addOwnFormats } from './formats.ts';
import type { OperationId } from './operation.ts';
import { validationProblem } from './validation-errors.ts';

/** What a request brings, in the places where the contract describes it. Types of path and query are made to fit. */
export interface RequestInput {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: NodeJS.Dict<string | string[]>;
  requestBody?: unknown;
}

/** Of a larger body only the first violation is told: to look for all of them could take as long as its sender likes. */
const MAX_EXAMINED_BYTES = 8 * 1024;

/**
 * Looks whether requests are as the contract says. Validators are made by openapi-backend, each at its first use:
 * making all at start would take seconds. In a list that is too long, stopping at the first violation is stopping before
 * its items.
 */
export class RequestValidator {
  readonly #first: OpenAPIValidator;
  readonly #all: OpenAPIValidator;

  private constructor({ definition, router, validator }: OpenAPIBackend) {
    this.#all = validator;
    this.#first = new OpenAPIValidator({
      ...{ definition, router, lazyCompileValidators: true },
      ...ajvOptions({ allErrors: false }),
    });
  }

  static async of({ document }: Contract): Promise<RequestValidator> {
    const options = { definition: document, quick: true, ...ajvOptions({ allErrors: true }) };
    return new RequestValidator(await new OpenAPIBackend(options).init());
  }

  /** Throws common.VALIDATION_FAILED. @param size Bytes of the body. */
  check({ id }: OperationRules, input: RequestInput, size: number, locale: Locale): void {
    const found = violations(size > MAX_EXAMINED_BYTES ? this.#first : this.#all, id, input);
    if (found.length > 0) throw validationProblem(found, locale);
  }

  /** For tests: throws for an answer that is not as the contract says. */
  checkReply(id: OperationId, status: number, body: unknown): void {
    const { errors } = this.#all.validateResponse(body, id, status);
    if (errors === null || errors === undefined || errors.length === 0) return;
    throw new Error(`${id} ${status} breaks openapi.yaml: ${JSON.stringify(errors.slice(0, 5))}`);
  }
}

/**
 * Each validator is an Ajv of its own, whose look at its schema costs ten times the compiling; a test looks at all.
 * Verbose: a violation comes with its schema, whose x-fault says what to tell of it.
 */
function ajvOptions({ allErrors }: { allErrors: boolean }) {
  return { ajvOpts: { allErrors, validateSchema: false, verbose: true }, customizeAjv: addOwnFormats };
}

const NONE: readonly ErrorObject[] = [];

/** Of body and parameters, which have a validator each. */
function violations(
  validator: OpenAPIValidator,
  id: OperationId,
  input: RequestInput,
): readonly ErrorObject[] {
  let found = NONE;
  for (const validate of validator.getRequestValidatorsForOperation(id))
    if (!validate(input)) found = found.concat(validate.errors ?? []);
  return found;
}
