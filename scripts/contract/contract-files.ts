import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import type { SourceFile } from './contract-part.ts';

/** The slices' contracts and the files of their handlers, read from server/. */
export function contractFiles(): { parts: SourceFile[]; handlers: SourceFile[] } {
  const names = readdirSync(join(projectRoot, 'server'), { recursive: true, encoding: 'utf8' });
  const files = names.map((name) => `server/${name.replaceAll('\\', '/')}`);
  const read = (file: string) => ({ file, text: readFileSync(join(projectRoot, file), 'utf8') });
  return {
    parts: files.filter((file) => file.endsWith('/contract.yaml')).map(read),
    handlers: files.filter((file) => file.endsWith('-handlers.ts')).map(read),
  };
}
