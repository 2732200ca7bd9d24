import { expect } from 'chai';
import { type LockPackages, lockSatisfied } from '../../scripts/bootstrap/installed-packages.mjs';

const machine = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const lock: LockPackages = {
  '': {},
  'node_modules/plain': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/plain-linux': {
    version: '1.0.0',
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['glibc'],
  },
  'node_modules/plain-musl': {
    version: '1.0.0',
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  },
  'node_modules/plain-mac': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
  'node_modules/not-on-windows': { version: '1.0.0', optional: true, os: ['!win32'] },
};
const here = ['node_modules/plain', 'node_modules/plain-linux', 'node_modules/not-on-windows'];

function installed(paths: readonly string[], changes: LockPackages = {}): LockPackages {
  const chosen = Object.entries(lock).filter(([path]) => paths.includes(path));
  return { ...Object.fromEntries(chosen), ...changes };
}

describe('installed packages compared with the lock file', () => {
  it('match when everything for this machine is installed, and nothing for others', () => {
    expect(lockSatisfied(lock, installed(here), machine)).to.equal(true);
  });

  it('do not match when one is missing, even an optional one of this machine', () => {
    for (const missing of here) {
      const rest = here.filter((path) => path !== missing);
      expect(lockSatisfied(lock, installed(rest), machine), missing).to.equal(false);
    }
  });

  it("need the dependencies of another machine's optional package only where something here needs them, too", () => {
    const shim = { 'node_modules/shim': { version: '1.0.0', optional: true } };
    const needing = { version: '1.0.0', integrity: 'sha512-a', dependencies: { shim: '^1.0.0' } };
    expect(lockSatisfied({ ...lock, ...shim }, installed(here), machine)).to.equal(true);
    const changed = { 'node_modules/plain': needing };
    expect(lockSatisfied({ ...lock, ...shim, ...changed }, installed(here, changed), machine)).to.equal(
      false,
    );
  });

  it('do not match when a version or a content differs', () => {
    const older = installed(here, { 'node_modules/plain': { version: '0.9.0', integrity: 'sha512-a' } });
    const other = installed(here, { 'node_modules/plain': { version: '1.0.0', integrity: 'sha512-b' } });
    expect(lockSatisfied(lock, older, machine)).to.equal(false);
    expect(lockSatisfied(lock, other, machine)).to.equal(false);
  });

  it('do not match when one is installed that the lock file does not have', () => {
    const more = installed(here, { 'node_modules/dropped': { version: '1.0.0' } });
    expect(lockSatisfied(lock, more, machine)).to.equal(false);
  });

  it('from another kind of machine do not match', () => {
    expect(lockSatisfied(lock, installed(here), { os: 'darwin', cpu: 'arm64', libc: undefined })).to.equal(
      false,
    );
  });
});
