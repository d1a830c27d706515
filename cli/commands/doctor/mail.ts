import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException, SESv2Client } from '@aws-sdk/client-sesv2';
import { commandClientLimits, isTableAlone } from '../../stage/open-table.ts';
import type { Check, Diagnosis } from './finding.ts';
import { ok, skipped, unknown, wrong } from './finding.ts';

/** The address or its domain, whichever is verified for sending. */
const findIdentity = async (client: SESv2Client, from: string): Promise<string | undefined> => {
  for (const EmailIdentity of [from, from.slice(from.indexOf('@') + 1)]) {
    try {
      const { VerifiedForSendingStatus } = await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
      if (VerifiedForSendingStatus === true) return EmailIdentity;
    } catch (error) {
      if (!(error instanceof NotFoundException)) throw error;
    }
  }
  return undefined;
};

const diagnoseSender = async (from: string, region: string): Promise<Diagnosis> => {
  const client = new SESv2Client({ region, ...commandClientLimits });
  const identity = await findIdentity(client, from);
  if (identity === undefined) {
    return wrong(
      `neither ${from} nor its domain is verified in Amazon SES in ${region}`,
      `No request to confirm is mailed. Verify the domain there, with DKIM (docs/deploy.md, Mail).`,
    );
  }
  const { ProductionAccessEnabled, SendingEnabled } = await client.send(new GetAccountCommand({}));
  if (SendingEnabled !== true) {
    return wrong(
      `Amazon SES has paused sending in ${region}`,
      'No mail is sent. Look at the reputation of the account in SES.',
    );
  }
  return ProductionAccessEnabled === true
    ? ok(`from ${from}, verified by ${identity}`)
    : wrong(
        `Amazon SES in ${region} is in the sandbox`,
        'Mail goes to verified addresses alone. Ask AWS for production access (docs/deploy.md, Mail).',
      );
};

/** Whether requests to confirm can be mailed. */
export const mail: Check = {
  name: 'mail',
  look: async (stage) => {
    if (isTableAlone(stage)) return unknown();
    if (stage.isLocal) return skipped('goes to /outbox of the local service');
    if (stage.mailFrom === undefined) return skipped('the stage sends none: it has no mailFrom');
    return diagnoseSender(stage.mailFrom, await stage.table.client.config.region());
  },
};
