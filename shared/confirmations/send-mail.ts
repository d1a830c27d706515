import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { lifetimes } from '../api/limits.ts';
import { watch } from '../runtime/aws.ts';
import { describeFault, logger } from '../runtime/logger.ts';

/** A mail to one mailbox. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Who sends: a verified address, with a configuration set that follows nobody. */
export interface Sender {
  readonly from: string;
  readonly configurationSet: string;
}

/** What became of a mail: Amazon SES accepted it, did not, or nobody knows. That it was accepted does not say that it arrived. */
export type Handing = { readonly at: Date } | 'refused' | 'unknown';

/** Hands a mail to Amazon SES, once. It never throws. */
export type SendMail = (mail: Mail) => Promise<Handing>;

/** Errors of a connection that there never was. */
const neverReached: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** An answer other than a fault of SES says that it did not accept the mail. */
const isRefusal = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { $metadata: { httpStatusCode: status = 0 } = {}, code }: Partial<ServiceError> = error;
  return (status >= 400 && status < 500) || neverReached.has(code) || error.name === 'CredentialsProviderError';
};

interface ServiceError extends Error {
  readonly $metadata: { readonly httpStatusCode?: number };
  readonly code: unknown;
}

export const openMailer = ({ from, configurationSet }: Sender): SendMail => {
  const milliseconds = lifetimes.mailHandingSeconds * 1_000;
  const client = watch(
    new SESv2Client({
      maxAttempts: 1,
      requestHandler: { connectionTimeout: 1_000, requestTimeout: milliseconds, throwOnRequestTimeout: true },
    }),
  );
  return async ({ to, subject, text, html }) => {
    const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
    const command = new SendEmailCommand({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      ConfigurationSetName: configurationSet,
      Content: {
        Simple: {
          Subject: utf8(subject),
          Body: { Text: utf8(text), Html: utf8(html) },
          Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
        },
      },
    });
    try {
      await client.send(command, { abortSignal: AbortSignal.timeout(milliseconds) });
      return { at: new Date() };
    } catch (error) {
      const handing = isRefusal(error) ? 'refused' : 'unknown';
      logger.error(`mail.${handing}`, describeFault(error));
      return handing;
    }
  };
};
