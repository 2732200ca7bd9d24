import { type Defined, operationId } from './defined.ts';

const ARABIC_LETTER = /[\u0621-\u064a]/;

/**
 * What the guide shows of an operation and lacks in Arabic: its summary, and the descriptions of itself, its parameters,
 * its answers and the fields of its request.
 */
export function withoutArabic(operations: readonly Defined[], components: readonly Defined[]): string[] {
  const byName = new Map(components.map((component) => [component.name, component]));
  const faults = new Set<string>();
  for (const operation of operations) {
    const { name, file, value } = operation;
    const label = operationId(operation) ?? name;
    if (!isArabic(value['x-summary-ar']))
      faults.add(`${file}: ${label} needs x-summary-ar, its summary in Arabic.`);
    const look = (node: unknown, where: string, inside: boolean, seen: ReadonlySet<string>) => {
      if (typeof node !== 'object' || node === null) return;
      const { $ref } = node as { $ref?: string };
      if ($ref !== undefined) {
        const target = byName.get($ref);
        // A reference without a target is reported elsewhere; a schema may contain itself.
        if (target !== undefined && !seen.has($ref))
          look(target.value, `${$ref} in ${target.file}`, inside, new Set(seen).add($ref));
        return;
      }
      const { description, 'x-description-ar': arabic } = node as Record<string, unknown>;
      if (typeof description === 'string' && !isArabic(arabic))
        faults.add(`${where} needs x-description-ar, its description in Arabic: ${description.trim()}`);
      if (!inside) return;
      const { properties, items, allOf, schema, content } = node as Record<string, unknown>;
      for (const [field, each] of Object.entries(Object(properties)))
        look(each, `${field} of ${where}`, true, seen);
      for (const each of [items, schema, ...list(allOf), ...Object.values(Object(content))])
        look(each, where, true, seen);
    };
    const where = `${label} in ${file}`;
    const none = new Set<string>();
    look(value, where, false, none);
    for (const parameter of list(value.parameters)) look(parameter, where, false, none);
    for (const [status, answer] of Object.entries(Object(value.responses)))
      look(answer, `${status} of ${where}`, false, none);
    look(value.requestBody, where, true, none);
  }
  return [...faults];
}

function isArabic(text: unknown): boolean {
  return typeof text === 'string' && ARABIC_LETTER.test(text);
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
