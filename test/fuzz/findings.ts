import type { Planned } from './plan-requests.ts';
import type { Answered } from './send-request.ts';

export interface Finding {
  /** Operation, or live message, and what is wrong. */
  what: string;
  /** How often it was seen. */
  times: number;
  /** Of the first time: the request, its answer, and what the service logged. */
  example: string;
}

/** What was found, each once. */
export class Findings {
  readonly #found = new Map<string, Finding>();
  readonly #onFirst: (finding: Finding) => void;

  /** @param onFirst Hears of each kind once, when it is found: a long run may be stopped before its end. */
  constructor(onFirst: (finding: Finding) => void = () => undefined) {
    this.#onFirst = onFirst;
  }

  add(what: string, example: () => string): void {
    const known = this.#found.get(what);
    if (known !== undefined) {
      known.times += 1;
      return;
    }
    const finding = { what, times: 1, example: example() };
    this.#found.set(what, finding);
    this.#onFirst(finding);
  }

  get all(): Finding[] {
    return [...this.#found.values()];
  }
}

export function told({ caller, request, how }: Planned, answer: Answered | null, logged = ''): string {
  const { method, path, headers, body } = request;
  const lines = [
    cut(`${how}, by ${caller.name}`),
    cut(`${method} ${path} ${JSON.stringify(headers)}`),
    ...(body === null ? [] : [cut(body.toString().replace(UNPRINTABLE, '.'))]),
    ...(answer === null ? [] : [`→ ${answer.status} ${cut(answer.text)}`]),
    ...(logged === '' ? [] : [`log: ${cut(logged)}`]),
  ];
  return lines.map((line) => `    ${line}`).join('\n');
}

const UNPRINTABLE = /[^\P{C}\n]/gu;

function cut(text: string): string {
  return text.length > 1_000 ? `${text.slice(0, 1_000)}… (${text.length} characters)` : text;
}
