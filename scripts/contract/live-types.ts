import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { parse } from 'yaml';
import { projectRoot } from '../../db/root.ts';

const CONTRACT = join(projectRoot, 'realtime/asyncapi.yaml');

interface Message {
  name: string;
  payload: { $ref: string };
  'x-delivery'?: 'numbered' | 'volatile' | 'socket';
  'x-version-of'?: string;
  'x-subject'?: string[];
}

interface Contract {
  components: { schemas: Record<string, unknown>; messages: Record<string, Message> };
}

const HEADER = `/**
 * This file was generated from realtime/asyncapi.yaml.
 * Do not make direct changes to the file.
 */

`;

/** Types of every live event, request and answer. */
export async function generateLiveTypes(): Promise<string> {
  const { components } = readContract();
  const schemas = withPrefixItems(components.schemas);
  const document = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components: { schemas } };
  const nodes = await openapiTS(document as OpenAPI3, { silent: true });
  const schemaTypes = astToString(nodes.filter((node) => 'name' in node && nameOf(node) === 'components'));
  return HEADER + schemaTypes + eventTypes(Object.values(components.messages));
}

/** What a client must know about each event to filter it: a table rather than types, so it has a file of its own. */
export function generateEventFacts(): string {
  const messages = Object.values(readContract().components.messages);
  return [
    `${HEADER}import type { NumberedEvents } from '../../../realtime/live-types.ts';\n`,
    '/** What each numbered event is about, and whose version it carries. */',
    'export const eventFacts: Record<keyof NumberedEvents, { subject: readonly string[]; versionOf: string | null }> = {',
    ...messages.filter(isNumbered).map((message) => {
      const subject = JSON.stringify(message['x-subject'] ?? []);
      const versionOf = JSON.stringify(message['x-version-of'] ?? null);
      return `    ${JSON.stringify(message.name)}: { subject: ${subject}, versionOf: ${versionOf} },`;
    }),
    '};',
    '',
  ].join('\n');
}

function readContract(): Contract {
  return parse(readFileSync(CONTRACT, 'utf8')) as Contract;
}

function isNumbered(message: Message): boolean {
  return message['x-delivery'] === 'numbered';
}

function nameOf(node: { name?: unknown }): string {
  return (node.name as { text?: string } | undefined)?.text ?? '';
}

/** JSON Schema draft 7, which AsyncAPI builds on, writes tuples as lists of `items`; OpenAPI 3.1 as `prefixItems`. */
function withPrefixItems(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPrefixItems);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, child]): [string, unknown][] => {
    if (key === 'additionalItems') return [];
    return [[key === 'items' && Array.isArray(child) ? 'prefixItems' : key, withPrefixItems(child)]];
  });
  return Object.fromEntries(entries);
}

function eventTypes(messages: Message[]): string {
  const others = messages.filter((message) => message['x-delivery'] !== undefined && !isNumbered(message));
  return [
    'export type LiveSchemas = components["schemas"];',
    listOf('NumberedEvents', 'Events that a room counts: (payload, stamp).', messages.filter(isNumbered)),
    listOf('SocketEvents', 'Events without number: (payload).', others),
    '',
  ].join('\n');
}

function listOf(name: string, about: string, messages: Message[]): string {
  const lines = messages.map(({ name: event, payload }) => {
    const schema = payload.$ref.split('/').at(-1) ?? '';
    return `    ${JSON.stringify(event)}: LiveSchemas[${JSON.stringify(schema)}];`;
  });
  return [`/** ${about} */`, `export interface ${name} {`, ...lines, '}'].join('\n');
}
