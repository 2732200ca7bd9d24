import type { ErrorObject } from 'ajv';
import { OpenAPIBackend, OpenAPIValidator } from 'openapi-backend';
import type { Locale } from '../texts/locale.ts';
import type { Contract, OperationRules } from './contract.ts';
import { addOwnFormats } from './formats.ts';
import type { OperationId } from './operation.ts';
import { validationProblem } from './validation-errors.ts';

/** A request's input by location. Path and query values are coerced to their types. */
export interface RequestInput {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: NodeJS.Dict<string | string[]>;
  requestBody?: unknown;
}

/**
 * For larger bodies only the first violation is reported, because finding all could take as long as the sender likes.
 */
const MAX_EXAMINED_BYTES = 8 * 1024;

/** Services of one process that have the same contract share what is compiled for it. */
const shared = new WeakMap<Contract['document'], Promise<RequestValidator>>();

/**
 * Validates requests against the contract. Validators are created by openapi-backend on first use, since creating all
 * at start-up would take seconds. For a list that is too long, stopping at the first violation means that its items are
 * not checked.
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

  static of({ document }: Contract): Promise<RequestValidator> {
    let validator = shared.get(document);
    if (validator === undefined) {
      const options = { definition: document, quick: true, ...ajvOptions({ allErrors: true }) };
      validator = new OpenAPIBackend(options).init().then((backend) => new RequestValidator(backend));
      shared.set(document, validator);
    }
    return validator;
  }

  /** Throws common.VALIDATION_FAILED. @param size Body size in bytes. */
  check({ id }: OperationRules, input: RequestInput, size: number, locale: Locale): void {
    const found = violations(size > MAX_EXAMINED_BYTES ? this.#first : this.#all, id, input);
    if (found.length > 0) throw validationProblem(found, locale);
  }

  /** For tests: throws for a response that violates the contract. */
  checkReply(id: OperationId, status: number, body: unknown): void {
    // validateResponse() would search all operations each time.
    const validate = this.#all.getStatusBasedResponseValidatorForOperation(id)?.[status];
    if (validate === undefined || validate(body)) return;
    throw new Error(`${id} ${status} violates openapi.yaml: ${JSON.stringify(validate.errors?.slice(0, 5))}`);
  }

  /** For tests: throws for a media type that the contract does not declare. */
  checkReplyType(id: OperationId, status: number, type: string): void {
    const declared = this.#all.router.getOperation(id)?.responses?.[status];
    const content = declared !== undefined && 'content' in declared ? declared.content : undefined;
    if (content?.[type] === undefined)
      throw new Error(`${id} ${status} violates openapi.yaml: ${type} is not declared`);
  }
}

/**
 * Each validator has its own Ajv; checking the schema itself costs ten times the compilation, so a test does that.
 * Verbose errors include the schema, whose x-fault selects the text.
 */
function ajvOptions({ allErrors }: { allErrors: boolean }) {
  return { ajvOpts: { allErrors, validateSchema: false, verbose: true }, customizeAjv: addOwnFormats };
}

const NONE: readonly ErrorObject[] = [];

/** Combines the violations of body and parameters, which have separate validators. */
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
