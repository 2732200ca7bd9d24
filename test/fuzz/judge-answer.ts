import { Ajv, type ValidateFunction } from 'ajv';
import type { Contract } from '../../server/kernel/http/contract.ts';
import { addOwnFormats } from '../../server/kernel/http/formats.ts';
import type { ContractOperations, DescribedOperation, ValueSchema } from '../support/contract-operations.ts';
import { problemFault } from '../support/problem-schema.ts';
import type { Planned } from './plan-requests.ts';
import type { Answered } from './send-request.ts';

/** The contract says that any path may answer them. */
const ANYWHERE = [405, 413, 415];
/** Characters from which a request may be too long for the HTTP server. */
const LONG_PATH = 8_000;
/** Also where a method or path is that of no operation. */
const NO_OPERATION = [400, 401, 403, 404, 422, ...ANYWHERE];
const TRACE =
  /(?:\\n|\n)\s+at |node_modules|\.(ts|js):\d+|SQLSTATE|relation "|column "|syntax error at or near|violates \w+ key/;

/** Compares answers with what the contract declares, apart from the service's own check. */
export class AnswerJudge {
  readonly #ajv = addOwnFormats(new Ajv({ strict: false, validateSchema: false, allErrors: false }));
  /** By operation, status and media type. */
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #operations: ContractOperations;
  readonly #readsBodies: boolean;

  /** @param readsBodies Whether to check what accepted requests get; a service in tests does that, too. */
  constructor({ document }: Contract, operations: ContractOperations, readsBodies: boolean) {
    this.#ajv.addSchema({ $id: 'contract', components: document.components });
    this.#operations = operations;
    this.#readsBodies = readsBodies;
  }

  /** What is wrong with an answer; empty if nothing is. */
  faultsOf(planned: Planned, answer: Answered): string[] {
    const { status, text } = answer;
    if (status === 0) return [`no answer: ${text}`];
    // Every GET with an ETag compares it.
    if (status === 304 && 'If-None-Match' in planned.request.headers) return [];
    // The HTTP server's own answer, before there is a path: it has no body.
    if (status === 431)
      return planned.request.path.length > LONG_PATH || planned.spoiled ? [] : ['answered 431'];
    const faults: string[] = [];
    if (status >= 500 && !isForPhones(planned, answer)) faults.push(`answered ${status}`);
    if (TRACE.test(text)) faults.push('shows its insides');
    if (planned.request.method === 'HEAD' || status >= 500) return faults;
    return [
      ...faults,
      ...(planned.spoiled ? this.#asAny(planned, answer) : this.#asDeclared(planned.operation, answer)),
    ];
  }

  /** A spoiled request may have become one of another operation, or of none. */
  #asAny({ request, operation }: Planned, answer: Answered): string[] {
    const { path } = operation.rules;
    const become = this.#operations.all.find(
      ({ rules }) => rules.path === path && rules.method.toUpperCase() === request.method,
    );
    if (become !== undefined && String(answer.status) in become.responses)
      return this.#asDeclared(become, answer);
    if (answer.status < 400)
      return become === operation ? [`answered ${answer.status}, which it does not declare`] : [];
    return NO_OPERATION.includes(answer.status)
      ? problem(answer)
      : [`answered ${answer.status}, as no path may`];
  }

  #asDeclared({ rules, responses }: DescribedOperation, answer: Answered): string[] {
    const { status, type, text } = answer;
    const declared = responses[String(status)];
    if (declared === undefined)
      return ANYWHERE.includes(status) ? problem(answer) : [`answered ${status}, which it does not declare`];
    if (status >= 400) return problem(answer);
    const content = declared.content ?? {};
    const types = Object.keys(content);
    if (types.length === 0) return text === '' ? [] : [`answered ${status} with a body`];
    const [media = ''] = type.split(';');
    const { schema } = content[media] ?? {};
    if (content[media] === undefined) return [`answered ${status} as ${media}, not ${types.join(' or ')}`];
    const isChecked = this.#readsBodies && media === 'application/json' && schema !== undefined;
    return isChecked ? this.#violations(`${rules.id} ${status} ${media}`, schema, answer) : [];
  }

  #violations(place: string, schema: ValueSchema, { text, status }: Answered): string[] {
    let validate = this.#validators.get(place);
    if (validate === undefined) {
      const within = JSON.stringify(this.#operations.resolve(schema)).replaceAll(
        '"#/components',
        '"contract#/components',
      );
      validate = this.#ajv.compile(JSON.parse(within) as object);
      this.#validators.set(place, validate);
    }
    if (validate(JSON.parse(text))) return [];
    return [`answered ${status} against its schema: ${this.#ajv.errorsText(validate.errors)}`];
  }
}

function problem({ type, text }: Answered): string[] {
  if (!type.startsWith('application/problem+json'))
    return [`refused as ${type || 'nothing'}: ${text.slice(0, 80)}`];
  const fault = problemFault(JSON.parse(text));
  return fault === null ? [] : [`refused against the problem's schema: ${fault}`];
}

/** A former app's JSON picture is to be kept until the app is updated: it is told to wait. */
function isForPhones({ operation, request }: Planned, { status }: Answered): boolean {
  const type = request.headers['Content-Type'] ?? '';
  return (
    status === 503 &&
    operation.rules.formerBodyType !== null &&
    type.startsWith(operation.rules.formerBodyType)
  );
}
