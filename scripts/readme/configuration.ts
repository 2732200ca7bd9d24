import { z } from 'zod';

interface Property {
  description?: string;
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
}

/** A Markdown table of the environment's keys, from the schema that reads them. */
export function configurationTable(schema: z.ZodType): string {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const required = new Set(described.required ?? []);
  const rows = Object.entries(described.properties ?? {}).map(([key, value]) => {
    const property = value as Property;
    const fallback = required.has(key) ? 'needed' : code(property.default);
    return `| \`${key}\` | ${fallback} | ${[property.description, range(property)].filter(Boolean).join('; ')} |`;
  });
  return ['| key | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

function code(value: unknown): string {
  return value === undefined || value === '' ? 'empty' : `\`${String(value)}\``;
}

function range({ enum: values, minimum, maximum }: Property): string {
  if (values !== undefined)
    return values
      .filter((value) => value !== '')
      .map(code)
      .join(', ');
  const bounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return bounded ? `${minimum} to ${maximum}` : '';
}
