import * as v from 'valibot';
import { NoticeContent } from '../notices/content.ts';
import { DataKind, Named, Party, Period, Recourse } from '../notices/terms.ts';
import { integer } from '../schema/scalar.ts';

const PartyStatement = v.strictObject(Party.entries);
const NamedStatement = v.strictObject(Named.entries);
const RecourseStatement = v.strictObject(Recourse.entries);
const someNamed = v.exactOptional(v.array(NamedStatement));

/** The content of a notice version and nothing else: a signed document must not contain unknown members. */
export const ContentStatement = v.strictObject({
  ...NoticeContent.entries,
  validityDays: integer,
  retentionDays: v.exactOptional(integer),
  controller: v.exactOptional(PartyStatement),
  purposes: someNamed,
  recipients: v.exactOptional(v.array(PartyStatement)),
  personalData: v.exactOptional(v.array(v.strictObject(DataKind.entries))),
  processing: someNamed,
  dataSources: someNamed,
  storageLocations: someNamed,
  storagePeriod: v.exactOptional(v.strictObject(Period.entries)),
  processingLocations: someNamed,
  jurisdictions: someNamed,
  lawfulBasis: v.exactOptional(NamedStatement),
  withdrawal: v.exactOptional(RecourseStatement),
  rights: v.exactOptional(v.array(RecourseStatement)),
  authority: v.exactOptional(PartyStatement),
});
