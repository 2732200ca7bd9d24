import { ensureConsoles } from '../../../scripts/bootstrap/bootstrap.mjs';
import { type ServiceOptions, startService, type TestService } from '../../support/service.ts';

/** The real service with its consoles, which are built first when their sources have changed. Use it in `before`. */
export async function startConsoleService(options: ServiceOptions = {}): Promise<TestService> {
  await ensureConsoles();
  return startService(options);
}

/** Milliseconds for a `before` that builds and starts. */
export const START_TIMEOUT_MS = 180_000;
