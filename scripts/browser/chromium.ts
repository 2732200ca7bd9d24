import { existsSync } from 'node:fs';
import { onPath } from '../embedded/redis-binary.ts';
import { run } from '../embedded/run.ts';
import { CommandError } from '../shared/command-error.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const INSTALL_LIMIT_MS = 10 * 60_000;
const HOW_TO =
  'Install Chromium (Debian and Ubuntu: apt-get install chromium) or set CHROME_PATH to a Chrome or Chromium of yours.';

/** Also starts where root is the only user. */
const ANYWHERE = '--no-sandbox';

/** Headless, drawing maps without a graphics card, at the cost of seconds of processor time each. */
export const DRAWING_FLAGS = [ANYWHERE, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** Without WebGL, and so without maps. */
export const PLAIN_FLAGS = [ANYWHERE, '--disable-gpu', '--disable-3d-apis'];

/** A Chromium on this machine: the one CHROME_PATH names, else one in a usual place. */
export function findChromium(): string | undefined {
  const named = process.env.CHROME_PATH;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new CommandError(`CHROME_PATH names ${named}, which is not there. ${HOW_TO}`);
  }
  const found = NAMES.map((name) => onPath(name)).find((path) => path !== undefined);
  return found ?? ELSEWHERE.find((path) => existsSync(path));
}

/**
 * As `findChromium`, but installs it first if it is missing and this is root on Debian. Throws a CommandError that says
 * what to do.
 */
export async function ensureChromium(say: (line: string) => void, signal?: AbortSignal): Promise<string> {
  const found = findChromium();
  if (found !== undefined) return found;
  if (onPath('apt-get') === undefined || process.getuid?.() !== 0) {
    throw new CommandError(`The browser tests need a Chromium, and there is none on this machine. ${HOW_TO}`);
  }
  say('installing chromium with apt-get');
  const options = {
    limitMs: INSTALL_LIMIT_MS,
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
    ...(signal === undefined ? {} : { signal }),
  };
  const install = ['install', '--yes', '--no-install-recommends', 'chromium'];
  let done = await run('apt-get', install, options);
  if (!done.ok) {
    await run('apt-get', ['update'], options);
    done = await run('apt-get', install, options);
  }
  const installed = findChromium();
  if (installed !== undefined) return installed;
  const reason = done.output.trim().split('\n').slice(-3).join('\n');
  throw new CommandError(`Chromium could not be installed:\n${reason}\n${HOW_TO}`);
}
