import { answerJobs } from '../../kernel/threads/answer-jobs.ts';
import { invoicePdf } from './invoice-pdf.ts';

answerJobs(invoicePdf);
