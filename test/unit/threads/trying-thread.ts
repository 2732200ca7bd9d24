import { answerJobs } from '../../../server/kernel/threads/answer-jobs.ts';

export interface Trial {
  says?: string;
  /** How it goes wrong: it refuses, exits by itself, throws an uncaught error, or never ends. */
  ends?: 'throws' | 'exits' | 'breaks' | 'hangs';
}

answerJobs<Trial, string>(({ says = '', ends }) => {
  if (ends === 'throws') throw new Error('not this one');
  if (ends === 'exits') process.exit(0);
  if (ends === 'breaks') setImmediate(() => Promise.reject(new Error('nobody caught this')));
  if (ends === 'breaks' || ends === 'hangs') return new Promise<string>(() => undefined);
  return says;
});
