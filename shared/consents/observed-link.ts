import * as v from 'valibot';
import { dayPattern, isDay } from '../runtime/time.ts';
import { integer, keyId } from '../schema/scalar.ts';
import { linkKeys } from './person-data.ts';

const linkEntries = {
  key: v.pipe(v.picklist(linkKeys), v.description('Key of the value that the link is for.')),
  userId: v.pipe(integer, v.description('The user who asked for the link.')),
  day: v.pipe(
    v.string(),
    v.regex(dayPattern),
    v.check(isDay, 'There is no such day.'),
    v.description('The day of that, UTC.'),
  ),
};

/** A link for a person (docs/api.md, Links for people), in what is observed of a call through it. It names no value. */
export const ObservedLink = v.pipe(
  v.strictObject({
    ...linkEntries,
    keyId: v.exactOptional(
      v.pipe(keyId, v.description('The key for machines with which the user asked, if with one.')),
    ),
  }),
  v.description('Whoever has the link may have called. The register does not know who it was.'),
);
export type ObservedLink = v.InferOutput<typeof ObservedLink>;

/** The same for whoever needs to know no key of somebody else. */
export const UsedLink = v.strictObject(linkEntries);
export type UsedLink = v.InferOutput<typeof UsedLink>;
