import { answerJobs } from '../../kernel/threads/answer-jobs.ts';
import { moneyPdf } from './money-paper.ts';

answerJobs(moneyPdf);
