import type { Bytes, Element } from './ber.ts';
import { BerFault, childrenOf, membersOf, tags } from './ber.ts';
import { octetsOf, oidOf } from './ber-values.ts';

/**
 * An extension of a certificate or a time stamp (RFC 5280, section 4.2). Software that does not know a critical
 * extension refuses the whole.
 */
export interface Extension {
  readonly isCritical: boolean;
  readonly value: Bytes;
}

/** Extensions by their object identifiers. @throws BerFault when one occurs twice */
export const readExtensions = (list: Element | undefined): ReadonlyMap<string, Extension> => {
  const extensions = new Map<string, Extension>();
  for (const extension of list === undefined ? [] : childrenOf(list)) {
    const members = membersOf(extension);
    const type = oidOf(members.take(tags.oid));
    const isCritical = (members.takeIf(tags.boolean)?.content[0] ?? 0) !== 0;
    if (extensions.has(type)) throw new BerFault('An extension is there twice.');
    extensions.set(type, { isCritical, value: octetsOf(members.take(tags.octetString)) });
  }
  return extensions;
};
