import * as v from 'valibot';
import { identifierPattern } from '../../identifier.ts';
import type { Erasure } from './erasures.ts';
import { Extent } from './erasures.ts';

/** An erasure as a line of JSON in a file: whose, what, when and to which extent. */
export interface ListedErasure {
  readonly account: string;
  readonly consentId: string;
  readonly time: string;
  readonly extent: Erasure['extent'];
}

const id = v.pipe(v.string(), v.regex(identifierPattern));

const Line = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    account: id,
    consentId: id,
    time: v.pipe(v.string(), v.isoTimestamp()),
    extent: Extent,
  }),
);

export const toListed = (account: string, { consentId, time, extent }: Erasure): ListedErasure => ({
  account,
  consentId,
  time: time.toISOString(),
  extent,
});

/** The erasure of a line, with its account. Undefined if the line is not one. */
export const parseErasureLine = (
  line: string,
): { readonly accountId: string; readonly erasure: Erasure } | undefined => {
  const { success, output } = v.safeParse(Line, line);
  if (!success) return undefined;
  const { account, consentId, time, extent } = output;
  return { accountId: account, erasure: { consentId, time: new Date(time), extent } };
};
