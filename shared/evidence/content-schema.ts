import * as v from 'valibot';
import { NoticeContent } from '../notices/content.ts';
import { Party, Purpose } from '../notices/terms.ts';

const PartyStatement = v.strictObject(Party.entries);
const PurposeStatement = v.strictObject(Purpose.entries);

/** What a notice version says, and nothing else: a member that nobody knows must not pass in what is signed. */
export const ContentStatement = v.strictObject({
  ...NoticeContent.entries,
  controller: v.exactOptional(PartyStatement),
  purposes: v.exactOptional(v.array(PurposeStatement)),
  recipients: v.exactOptional(v.array(PartyStatement)),
});
