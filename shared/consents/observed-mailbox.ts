import * as v from 'valibot';
import { integer, isoTime, keyId, storedId } from '../schema/scalar.ts';

const mailboxEntries = {
  userId: v.pipe(integer, v.description('The user who asked for the mail.')),
  askedAt: v.pipe(isoTime, v.description('When they asked, UTC.')),
  mailedAt: v.pipe(
    v.nullable(isoTime),
    v.description(
      'When the mail service accepted the mail, UTC. `null` if it did not confirm that. The register never learns whether it arrived.',
    ),
  ),
  userActivated: v.pipe(
    v.boolean(),
    v.description(
      'Whether the browser said that an act of its user sent the request (`Sec-Fetch-User`). Programs can say so too.',
    ),
  ),
};

/** The mailbox that confirmed a consent (docs/api.md, Confirming by email), in what is observed of the press of its button. */
export const ObservedMailbox = v.pipe(
  v.strictObject({
    ...mailboxEntries,
    sessionId: v.exactOptional(v.pipe(storedId, v.description('The session with which the user asked, if with one.'))),
    keyId: v.exactOptional(
      v.pipe(keyId, v.description('The key for machines with which the user asked, if with one.')),
    ),
  }),
  v.description(
    'The register put the link into the mail to the address of the consent alone. Whoever read that mailbox may have pressed, also a program that presses buttons.',
  ),
);
export type ObservedMailbox = v.InferOutput<typeof ObservedMailbox>;

/** The same for whoever needs to know no session and no key of somebody else. */
export const UsedMailbox = v.strictObject(mailboxEntries);
export type UsedMailbox = v.InferOutput<typeof UsedMailbox>;
