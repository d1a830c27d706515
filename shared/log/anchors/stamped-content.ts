import type { Bytes } from './ber.ts';
import { BerFault, membersOf, readOnly, tags } from './ber.ts';
import { integerOf, octetsOf, oidOf, timeOf } from './ber-values.ts';
import { readExtensions } from './extensions.ts';

/** The content that an authority signs: TSTInfo (RFC 3161, section 2.4.2). */
export interface StampedContent {
  readonly policy: string;
  /** Object identifier of the digest, and the digest. */
  readonly algorithm: string;
  readonly imprint: Bytes;
  /** In hex, like the nonce. */
  readonly serial: string;
  readonly time: Date;
  readonly nonce: string | undefined;
}

/** @throws BerFault when the bytes are not a TSTInfo, or have a critical extension: none is supported */
export const readStampedContent = (bytes: Bytes): StampedContent => {
  const members = membersOf(readOnly(bytes));
  if (integerOf(members.take(tags.integer)) !== '01') throw new BerFault('The stamp is of another version than 1.');
  const policy = oidOf(members.take(tags.oid));
  const imprint = membersOf(members.take(tags.sequence));
  const algorithm = oidOf(membersOf(imprint.take(tags.sequence)).take(tags.oid));
  const digest = octetsOf(imprint.take(tags.octetString));
  const serial = integerOf(members.take(tags.integer));
  const time = timeOf(members.take(tags.generalizedTime));
  members.takeIf(tags.sequence);
  members.takeIf(tags.boolean);
  const nonce = members.takeIf(tags.integer);
  members.takeIf(tags.explicit(0));
  for (const [type, { isCritical }] of readExtensions(members.takeIf(tags.explicit(1))))
    if (isCritical) throw new BerFault(`The stamp has a critical extension that is not known here: ${type}.`);
  if (members.rest().length > 0) throw new BerFault('Something follows the members of the stamp.');
  return { policy, algorithm, imprint: digest, serial, time, nonce: nonce && integerOf(nonce) };
};
