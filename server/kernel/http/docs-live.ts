import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectRoot } from '../../../db/root.ts';

const ASYNC_CONTRACT = path.join(projectRoot, 'realtime/asyncapi.yaml');

const contract = z.object({
  components: z.object({
    messages: z.record(
      z.string(),
      z.object({
        name: z.string(),
        title: z.string().optional(),
        summary: z.string().optional(),
        description: z.string().optional(),
        'x-rooms': z.array(z.string()).optional(),
      }),
    ),
  }),
});

/** An event of the live channel: its content and its recipients. */
export interface LiveEvent {
  name: string;
  says: string;
  rooms: readonly string[];
}

/** Events sent to rooms, from the live channel's contract. */
export function liveEvents(file = ASYNC_CONTRACT): LiveEvent[] {
  const { components } = contract.parse(parse(readFileSync(file, 'utf8'), { merge: true }));
  return Object.values(components.messages).flatMap((message) => {
    const { name, title, summary, description, 'x-rooms': rooms } = message;
    if (rooms === undefined) return [];
    return [{ name, says: [title ?? summary, description].filter(Boolean).join('. '), rooms }];
  });
}
