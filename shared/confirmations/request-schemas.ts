import * as v from 'valibot';
import { limits } from '../api/limits.ts';
import { findReceivedBy } from '../consents/arrival.ts';
import { NewConsents } from '../consents/consent-request.ts';
import type { UserData } from '../consents/person-data.ts';
import { findText } from '../consents/person-data.ts';
import { identifier, ruleMessage, zonedTimeOf } from '../schema/scalar.ts';
import { toMailbox } from './mailbox.ts';

const mailboxOf = (userData: UserData): string | undefined => {
  const email = findText(userData, 'email');
  return email === undefined ? undefined : toMailbox(email);
};

/** Reports what a mail cannot be sent to at the member of userData. */
const onePlainAddress = v.rawCheck<v.InferOutput<typeof NewConsents>>(({ dataset, addIssue }) => {
  if (!dataset.typed) return;
  const { userData } = dataset.value;
  if (mailboxOf(userData) !== undefined) return;
  const isMissing = !Object.hasOwn(userData, 'email');
  addIssue({
    message: isMissing
      ? ruleMessage('missing', 'The mail goes to this address.')
      : ruleMessage(
          'malformed',
          'Must be exactly one plain email address, such as ada@shop.example: with ASCII letters, digits and signs before the @, without quotes, blanks and commas.',
        ),
    path: [
      { type: 'object', origin: 'value', input: dataset.value, key: 'userData', value: userData },
      { type: 'object', origin: 'value', input: userData, key: 'email', value: userData.email },
    ],
  });
});

/** A mailbox confirms what somebody entered: nobody notes that it came by telephone or by letter. */
const entersItself = v.rawCheck<v.InferOutput<typeof NewConsents>>(({ dataset, addIssue }) => {
  if (!dataset.typed) return;
  const { channel, proof } = dataset.value;
  if (findReceivedBy(channel, proof) === undefined) return;
  addIssue({
    message: ruleMessage('conflict', 'A mailbox confirms what came by a channel. Record this by add.'),
    path: [
      { type: 'object', origin: 'value', input: dataset.value, key: 'proof', value: proof },
      { type: 'object', origin: 'value', input: proof, key: 'received_by', value: proof.received_by },
    ],
  });
});

/** The parameters of a request to confirm consents by email: those of `add`, with the address that gets the mail. */
export const ConfirmationRequest = v.pipe(
  NewConsents,
  v.check(
    ({ notices }) => notices.length <= limits.confirmationNotices,
    ruleMessage(
      'too-many',
      `One mail may be about at most ${limits.confirmationNotices} notices. Send several requests.`,
    ),
  ),
  onePlainAddress,
  entersItself,
  v.transform((request) => ({ ...request, mailbox: mailboxOf(request.userData) ?? '' })),
);
export type ConfirmationRequest = v.InferOutput<typeof ConfirmationRequest>;

/** The answer. Nothing of it leads to the link, which is in the mail alone. */
export const RequestedConfirmation = v.strictObject({
  id: v.pipe(identifier, v.description('Id of the request.')),
  endTime: zonedTimeOf('Until when the link in the mail works'),
});
export type RequestedConfirmation = v.InferOutput<typeof RequestedConfirmation>;
