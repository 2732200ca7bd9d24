import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { ThreadPool, threadModule } from '../../../server/kernel/threads/thread-pool.ts';
import type { Trial } from './trying-thread.ts';

const WORDS = { full: 'full', late: 'late', lost: 'lost' };
const says = (word: string): Trial => ({ says: word });

describe('threads for work beside the event loop', function () {
  this.timeout(60_000);
  let pool: ThreadPool<Trial, string>;
  const started: Worker[] = [];
  const note = (worker: Worker) => started.push(worker);
  before(() => {
    process.on('worker', note);
    const module = threadModule('./trying-thread', import.meta.url);
    pool = new ThreadPool({ module, limit: () => 30_000, words: WORDS }, { threads: 1, queue: 2 });
  });
  after(async () => {
    process.off('worker', note);
    await pool.close();
  });

  const refused = (job: Trial, limit?: number) => pool.run(job, limit).catch((error: unknown) => error);
  const unavailable = (detail: string) => ({ code: 'common.UNAVAILABLE', message: detail, retryAfter: 2 });

  it('let a limited number wait; further callers learn when to retry', async () => {
    const jobs = ['a', 'b', 'c'].map((word) => pool.run(says(word)));
    for (const _ of [1, 2]) expect(await refused(says('d'))).to.deep.include(unavailable('full'));
    expect(await Promise.all(jobs)).to.deep.equal(['a', 'b', 'c']);
  });

  it('leave places for others when one asks without end', async () => {
    const greedy = ['a', 'b', 'c', 'd'].map((word) =>
      pool.runFor('greedy', says(word)).catch((error: unknown) => error),
    );
    expect(await pool.runFor('modest', says('e'))).to.equal('e');
    const [first, ...others] = await Promise.all(greedy);
    expect(first).to.equal('a');
    for (const other of others) expect(other).to.deep.include(unavailable('full'));
    expect(await pool.runFor('greedy', says('later'))).to.equal('later');
  });

  it('report a job that cannot be done, with where it failed, and continue', async () => {
    const error = await refused({ ends: 'throws' });
    expect(error).to.be.an('error').with.property('message', 'not this one');
    expect(error).to.have.property('stack').that.includes('trying-thread');
    expect(await pool.run(says('next'))).to.equal('next');
  });

  for (const ends of ['exits', 'breaks'] as const) {
    it(`are replaced when one ${ends} in the middle of a job, and waiting jobs are done`, async () => {
      const [broken, next] = [refused({ ends }), pool.run(says('next'))];
      expect(await broken).to.deep.include(unavailable('lost'));
      expect(await next).to.equal('next');
    });
  }

  it('are ended when they exceed their time', async () => {
    const [late, next] = [refused({ ends: 'hangs' }, 50), pool.run(says('next'))];
    expect(await late).to.deep.include(unavailable('late'));
    expect(await next).to.equal('next');
  });

  it('are ended when no job came for a while, and start again', async () => {
    const module = threadModule('./trying-thread', import.meta.url);
    const short = new ThreadPool<Trial, string>({ module, limit: () => 30_000, words: WORDS }, { idle: 1 });
    expect(await short.run(says('one'))).to.equal('one');
    const [thread] = started.splice(-1);
    if (thread?.threadId !== -1) await once(thread!, 'exit');
    expect(await short.run(says('two'))).to.equal('two');
    started.pop();
    await short.close();
  });

  it('end with their pool, and so do running and waiting jobs', async () => {
    const jobs = [refused({ ends: 'hangs' }), refused(says('waiting'))];
    await pool.close();
    // An ended thread has no number.
    expect(started.map(({ threadId }) => threadId)).to.deep.equal(started.map(() => -1));
    expect(started, 'the first, and one after each that was lost').to.have.length(4);
    for (const job of [...jobs, refused(says('later'))])
      expect(await job).to.deep.include(unavailable('The service is closing.'));
  });
});
