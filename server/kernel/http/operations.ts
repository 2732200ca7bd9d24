import { mayMislead, refuseMisleadingText, refuseUnstorableText } from './clean-text.ts';
import type { Contract, OperationRules } from './contract.ts';
import type { Handlers, OperationId, OperationReply } from './operation.ts';
import type { AnyHandler, AnyRequest } from './operation-request.ts';
import { type RequestInput, RequestValidator } from './request-validator.ts';

export interface OperationsOptions {
  contract: Contract;
  handlers: Handlers;
  /** Tests check every reply against openapi.yaml. */
  validateResponses: boolean;
}

/** What an operation is asked with, before anybody knows whether it is as the contract says. */
export interface Asked extends RequestInput {
  /** The body as it came, where its text was kept; null: every string in it is looked at. */
  json: string | null;
  /** Bytes of the body. */
  size: number;
}

/**
 * The operations of the contract with their handlers: validation, refusal of odd text, handler, check of the reply.
 * The API and the storefront's pages both come this way, so no rule of an operation stands twice.
 */
export class Operations {
  readonly #handlers: Record<OperationId, AnyHandler>;
  readonly #contract: Contract;
  readonly #validator: RequestValidator;
  readonly #checksReplies: boolean;

  /** Throws when a handler and the contract's operationIds differ either way. */
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
    if (rules === undefined) throw new Error(`${id} is no operation of the contract`);
    return rules;
  }

  /**
   * The way of a request whose caller may make it. Throws common.VALIDATION_FAILED, and what the handler refuses.
   * @param requestOf Makes the handler's request, once the input is known to be as the contract says.
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

  /** Throws common.VALIDATION_FAILED for what is not as the contract says. */
  check(operation: OperationRules, asked: Asked, locale: AnyRequest['locale']): void {
    this.#validator.check(operation, asked, asked.size, locale);
    refuseOddText(asked);
  }

  #checkReply({ id }: OperationRules, { status, body, prepared, text }: OperationReply<OperationId>): void {
    if (text !== undefined) return;
    const sent = prepared === undefined ? JSON.stringify(body) : prepared.json.toString();
    if (sent !== undefined) this.#validator.checkReply(id, status, JSON.parse(sent));
  }
}

/** What nobody may store or show as it is. */
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
