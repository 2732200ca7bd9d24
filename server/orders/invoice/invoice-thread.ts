import { answerJobs } from '../../threads/answer-jobs.ts';
import { invoicePdf } from './invoice-pdf.ts';

answerJobs(invoicePdf);
