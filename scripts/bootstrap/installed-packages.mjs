// Tells whether node_modules holds what package-lock.json asks for. npm leaves its own record of what it
// installed in node_modules/.package-lock.json, written last: an interrupted install has none.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** True when every package of the lock that belongs on this machine is installed in the locked version. */
export function packagesMatch(root, machine = thisMachine()) {
  const wanted = readLock(join(root, 'package-lock.json'));
  const installed = readLock(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === undefined || installed === undefined) return false;
  return lockSatisfied(wanted, installed, machine);
}

/** Compares two `packages` maps of npm lock files (path → {version, os?, cpu?, libc?, optional?}). */
export function lockSatisfied(wanted, installed, machine) {
  const required = requiredBy(Object.values(installed));
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || entry.link === true) continue;
    const found = installed[path];
    if (found === undefined) {
      if (entry.optional === true && !isWanted(path, entry, machine, required)) continue;
      return false;
    }
    if (found.version !== entry.version || found.integrity !== entry.integrity) return false;
  }
  return Object.keys(installed).every((path) => path in wanted);
}

/** A package without a platform may be a dependency of an optional one for another platform. */
function isWanted(path, entry, machine, required) {
  const namesMachine = entry.os !== undefined || entry.cpu !== undefined || entry.libc !== undefined;
  return namesMachine ? belongsHere(entry, machine) : required.has(nameOf(path));
}

function requiredBy(entries) {
  return new Set(
    entries.flatMap(({ dependencies, optionalDependencies, peerDependencies }) =>
      Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }),
    ),
  );
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function belongsHere(entry, machine) {
  return (
    fits(entry.os, machine.os) &&
    fits(entry.cpu, machine.cpu) &&
    (entry.libc === undefined || machine.libc === undefined || fits(entry.libc, machine.libc))
  );
}

/** npm's lists name what is allowed, or with a leading "!" what is not. */
function fits(allowed, value) {
  if (allowed === undefined) return true;
  if (allowed.includes(`!${value}`)) return false;
  return allowed.includes(value) || allowed.every((name) => name.startsWith('!'));
}

function thisMachine() {
  return { os: process.platform, cpu: process.arch, libc: libcOfLinux() };
}

function libcOfLinux() {
  if (process.platform !== 'linux') return undefined;
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

function readLock(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
