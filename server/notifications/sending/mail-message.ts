import { readFile } from 'node:fs/promises';
import { createTransport } from 'nodemailer';
import type { SMTPEnvelope } from 'nodemailer/lib/smtp-connection';
import type { SmtpSettings } from '../../kernel/process/sending-config.ts';
import type { OutgoingMessage } from './channel-driver.ts';

export interface Mailer {
  /** The complete message with its envelope. */
  compose(message: OutgoingMessage): Promise<{ envelope: SMTPEnvelope; bytes: Buffer }>;
}

/** Creates e-mails, signed if there is a key. Rejects if the key cannot be read. */
export async function openMailer({ from, dkim }: SmtpSettings): Promise<Mailer> {
  const transport = createTransport({
    ...{ streamTransport: true, buffer: true, newline: 'windows' },
    ...(dkim === null
      ? {}
      : {
          dkim: {
            domainName: dkim.domain,
            keySelector: dkim.selector,
            privateKey: await readFile(dkim.keyFile, 'utf8'),
          },
        }),
  });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    async compose({ messageId, email, locale, title, body }) {
      const to = email ?? '';
      const { message } = await transport.sendMail({
        from,
        // As an object, so that an address is never parsed as a list.
        to: { name: '', address: to },
        subject: title,
        text: body,
        html: htmlOf({ title, body, locale }),
        messageId: `<${messageId}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': locale },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return { envelope: { from: from.address, to: [to] }, bytes: message as Buffer };
    },
  };
}

/** A paragraph that is only a URL. */
const LINK = /^https?:\/\/\S+$/;

function paragraph(part: string): string {
  return `<p dir="auto" style="margin:0 0 16px">${escaped(part).replaceAll('\n', '<br>')}</p>`;
}

function linkOf(address: string): string {
  const href = escaped(address);
  return `<p dir="ltr" style="margin:0 0 16px;overflow-wrap:anywhere"><a href="${href}" style="color:#0b5a63">${href}</a></p>`;
}

/** The same text as HTML, for either text direction and without external resources. */
function htmlOf({ title, body, locale }: Pick<OutgoingMessage, 'title' | 'body' | 'locale'>): string {
  const paragraphs = body.split('\n\n').map((part) => (LINK.test(part) ? linkOf(part) : paragraph(part)));
  return `<!doctype html>
<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">
<body style="margin:0;padding:24px;background:#f4f5f7;font-family:'IBM Plex Sans Arabic',Tahoma,Arial,sans-serif;color:#1b1f24">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px;font-size:16px;line-height:1.6">
<h1 style="margin:0 0 16px;font-size:20px">${escaped(title)}</h1>
${paragraphs.join('\n')}
<p style="margin:24px 0 0;font-size:13px;color:#5b6470">Wasl · وصل</p>
</div>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
