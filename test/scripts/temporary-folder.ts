import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new empty folder for each test of the suite it is called in, removed afterwards. Returns its path. */
export function useTemporaryFolder(): () => string {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wasl-test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
}
