import { mayMislead, refuseMisleadingText, refuseUnstorableText } from './clean-text.ts';
import type { Contract, OperationRules } from './contract.ts';
import type { Handlers, OperationId, OperationReply } from './operation.ts';
import type { AnyHandler, AnyRequest } from './operation-request.ts';
import { type RequestInput, RequestValidator } from './request-validator.ts';

export interface OperationsOptions {
  contract: Contract;
  handlers: Handlers;
  /** Check every reply against openapi.yaml; for tests. */
  validateResponses: boolean;
}

/** The unvalidated input of an operation. */
export interface Asked extends RequestInput {
  /** The raw JSON body, if kept; null means that every string in it must be checked. */
  json: string | null;
  /** Body size in bytes. */
  size: number;
}

/**
 * The contract's operations with their handlers: validation, text checks, handler, check of the reply. Used by the API
 * and the storefront's pages, so each rule is implemented once.
 */
export class Operations {
  readonly #handlers: Record<OperationId, AnyHandler>;
  readonly #contract: Contract;
  readonly #validator: RequestValidator;
  readonly #checksReplies: boolean;

  /** Throws if the handlers and the contract's operationIds do not match. */
  static async of(options: OperationsOptions): Promise<Operations> {
    refuseMismatch(options.contract, options.handlers);
    return new Operations(options, await RequestValidator.of(options.contract));
  }

  private constructor(
    { contract, handlers, validateResponses }: OperationsOptions,
    validator: RequestValidator,
  ) {
    this.#contract = contract;
    this.#handlers = handlers as Record<OperationId, AnyHandler>;
    this.#validator = validator;
    this.#checksReplies = validateResponses;
  }

  all(): Iterable<OperationRules> {
    return this.#contract.operations.values();
  }

  rules(id: OperationId): OperationRules {
    const rules = this.#contract.operations.get(id);
    if (rules === undefined) throw new Error(`${id} is not an operation of the contract`);
    return rules;
  }

  /**
   * Performs an authorized request. Throws common.VALIDATION_FAILED, and the handler's refusals.
   * @param requestOf Builds the handler's request once the input is validated.
   */
  async perform(
    operation: OperationRules,
    asked: Asked,
    locale: AnyRequest['locale'],
    requestOf: () => AnyRequest,
  ): Promise<OperationReply<OperationId>> {
    this.check(operation, asked, locale);
    const reply = await this.#handlers[operation.id](requestOf());
    if (this.#checksReplies) this.#checkReply(operation, reply);
    return reply;
  }

  /** Throws common.VALIDATION_FAILED for input that violates the contract. */
  check(operation: OperationRules, asked: Asked, locale: AnyRequest['locale']): void {
    this.#validator.check(operation, asked, asked.size, locale);
    refuseOddText(asked);
  }

  #checkReply({ id }: OperationRules, { status, body, prepared, text }: OperationReply<OperationId>): void {
    if (text !== undefined) {
      this.#validator.checkReplyType(id, status, text.type);
      return;
    }
    const sent = prepared === undefined ? JSON.stringify(body) : prepared.json.toString();
    if (sent !== undefined) this.#validator.checkReply(id, status, JSON.parse(sent));
  }
}

/** Refuses text that must not be stored or shown. */
function refuseOddText({ requestBody, json, query }: Asked): void {
  if (json === null || mayMislead(json)) refuseMisleadingText(requestBody, '');
  refuseUnstorableText(query, 'query');
}

function refuseMismatch(contract: Contract, handlers: object): void {
  const have = new Set(Object.keys(handlers));
  const missing = [...contract.operations.keys()].filter((id) => !have.has(id));
  const unknown = [...have].filter((id) => !contract.operations.has(id));
  if (missing.length + unknown.length > 0) {
    throw new Error(
      `openapi.yaml and the handlers differ: without handler ${missing.join(', ') || '-'}; not in the contract ${unknown.join(', ') || '-'}`,
    );
  }
}
