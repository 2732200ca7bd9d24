import { expect } from 'chai';
import { WaslError } from '../../../actors/errors.ts';
import { newFileName } from '../../../server/kernel/uploads/file-name.ts';
import { S3FileStore } from '../../../server/kernel/uploads/s3-file-store.ts';
import { BUCKET, S3_KEYS, S3Server } from '../../support/s3-server.ts';

describe('pictures in an S3-compatible storage', () => {
  let server: S3Server;
  let files: S3FileStore;
  const picture = { type: 'image/avif', bytes: Buffer.alloc(100_000, 'picture') } as const;

  before(async () => {
    server = await S3Server.start();
    files = new S3FileStore({ endpoint: `${server.endpoint}/`, bucket: BUCKET, ...S3_KEYS }, { pause: 1 });
  });

  after(() => server?.stop());

  async function refusal(work: Promise<unknown>): Promise<WaslError> {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (error instanceof WaslError) return error;
    throw new Error(`not refused: ${String(error)}`);
  }

  it('are stored, found and deleted, twice without harm', async () => {
    const name = newFileName('image/avif', 'public');
    await files.keep(name, picture);
    expect(server.objects.get(name)?.bytes.equals(picture.bytes)).to.equal(true);
    expect((await files.find(name))?.equals(picture.bytes)).to.equal(true);
    await files.discard(name);
    await files.discard(name);
    expect(await files.find(name)).to.equal(null);
    await files.check();
  });

  it('are tried again when the storage fails or breaks off, each time with a new signature, up to a limit', async () => {
    const name = newFileName('image/avif', 'private');
    server.faults.push(500, 0);
    await files.keep(name, picture);
    expect(server.objects.has(name)).to.equal(true);
    server.log.length = 0;
    server.faults.push(503, 0, 503, 200);
    const error = await refusal(files.find(name));
    expect([error.code, error.retryAfter, server.log.length]).to.deep.equal(['common.UNAVAILABLE', 5, 3]);
    server.faults.length = 0;
  });

  it('are not stored with a wrong secret or a missing bucket, and the error says so', async () => {
    const name = newFileName('image/avif', 'private');
    const target = { endpoint: server.endpoint, bucket: BUCKET, ...S3_KEYS };
    for (const [bucket, status] of [
      [{ ...target, secretAccessKey: 'another' }, 403],
      [{ ...target, region: 'us-east-1' }, 403],
      [{ ...target, bucket: 'other-bucket' }, 404],
    ] as const) {
      const error = await refusal(new S3FileStore(bucket).keep(name, picture));
      expect(String((error.cause as Error).message)).to.equal(
        `the object storage responded to PUT with ${status}`,
      );
    }
    expect(server.objects.has(name)).to.equal(false);
    expect((await refusal(new S3FileStore({ ...target, bucket: 'other-bucket' }).check())).code).to.equal(
      'common.UNAVAILABLE',
    );
  });
});
