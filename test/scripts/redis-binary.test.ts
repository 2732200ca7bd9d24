import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect } from 'chai';
import { libraryFolders } from '../../scripts/embedded/debian-packages.ts';
import { onPath, usableVersion } from '../../scripts/embedded/redis-binary.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

describe('locating Redis', () => {
  const folder = useTemporaryFolder();

  it('parses the version that redis-server prints', () => {
    const printed = 'Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=abc';
    expect(usableVersion(printed)).to.equal('7.0.15');
  });

  it('accepts 6.2 and newer, and nothing older or unknown', () => {
    expect(usableVersion('Redis server v=6.2.0 sha=0')).to.equal('6.2.0');
    expect(usableVersion('Redis server v=10.0.1 sha=0')).to.equal('10.0.1');
    expect(usableVersion('Redis server v=6.0.16 sha=0')).to.equal(undefined);
    expect(usableVersion('Redis server v=5.9.9 sha=0')).to.equal(undefined);
    expect(usableVersion('command not found')).to.equal(undefined);
  });

  it('finds the first program of the name on the path', () => {
    const [first, second] = [join(folder(), 'first'), join(folder(), 'second')];
    for (const place of [first, second]) mkdirSync(place);
    writeFileSync(join(second, 'redis-server'), '');
    chmodSync(join(second, 'redis-server'), 0o755);
    const path = ['', first, second].join(delimiter);
    expect(onPath('redis-server', path)).to.equal(join(second, 'redis-server'));
    expect(onPath('redis-server', first)).to.equal(undefined);
  });

  it('finds the folders of an unpacked tree that contain shared libraries, each once', () => {
    const libraries = join(folder(), 'usr', 'lib', 'x86_64-linux-gnu');
    mkdirSync(libraries, { recursive: true });
    mkdirSync(join(folder(), 'usr', 'bin'));
    for (const name of ['liblzf.so.1', 'liblzf.so.1.0.0']) writeFileSync(join(libraries, name), '');
    writeFileSync(join(folder(), 'usr', 'bin', 'redis-server'), '');
    expect(libraryFolders(folder())).to.deep.equal([libraries]);
    expect(libraryFolders(join(folder(), 'absent'))).to.deep.equal([]);
  });
});
