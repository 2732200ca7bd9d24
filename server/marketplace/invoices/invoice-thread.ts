import { answerJobs } from '../../kernel/threads/answer-jobs.ts';
import { invoicePdf } from './invoice-pdf.ts';
import type { InvoiceJob } from './invoice-pool.ts';
import { sellerInvoicePdf } from './seller-invoice-pdf.ts';

answerJobs((job: InvoiceJob) => (Array.isArray(job) ? sellerInvoicePdf(job) : invoicePdf(job)));
