import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { WalArchive } from '../../scripts/backup/wal-archive.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

describe('the archive of the log', () => {
  const folder = useTemporaryFolder();

  it('loses what lies before the oldest backup, and the notes of timelines never', async () => {
    const wal = join(folder(), 'wal');
    mkdirSync(wal);
    const gone = [
      '000000010000000000000003.gz',
      '000000010000000000000003.00000028.backup.gz',
      '000000010000000000000004.partial.gz',
      '000000020000000000000004.gz',
    ];
    const staying = [
      '00000002.history.gz',
      '000000020000000000000005.00000060.backup.gz',
      '000000020000000000000005.gz',
      '000000020000000000000006.gz',
      'of-somebody-else',
    ];
    for (const name of [...gone, ...staying]) writeFileSync(join(wal, name), 'x');
    const range = { timeline: 2, startLsn: '0/5000060', endLsn: '0/6000100', segmentBytes: 16 * 2 ** 20 };
    expect(await new WalArchive(folder()).prune(range)).to.equal(gone.length);
    expect(readdirSync(wal).sort()).to.deep.equal(staying);
    expect(await new WalArchive(folder()).prune(null)).to.equal(0);
  });
});
