import { membersOf, readOnly, tags } from './ber.ts';
import { integerOf, oidOf } from './ber-values.ts';
import type { Certificate } from './certificate.ts';
import { oids } from './object-identifiers.ts';

/** Bits of the first octet of KeyUsage (RFC 5280, section 4.2.1.3). */
const usages = { digitalSignature: 0x80, nonRepudiation: 0x40, certificates: 0x04 } as const;

/** The critical extensions that are checked. Any other might forbid the use of the certificate. */
const lookedAt: readonly string[] = [
  oids.keyUsage,
  oids.basicConstraints,
  oids.extendedKeyUsage,
  oids.certificatePolicies,
  oids.subjectKeyIdentifier,
];

/** Whether KeyUsage allows one of these uses. A certificate without KeyUsage allows all. */
const mayBeUsedFor = ({ extensions }: Certificate, wanted: number): boolean => {
  const usage = extensions.get(oids.keyUsage);
  if (usage === undefined) return true;
  const { content } = readOnly(usage.value);
  return ((content[1] ?? 0) & wanted) !== 0;
};

const purposesOf = ({ extensions }: Certificate): readonly string[] | undefined => {
  const purposes = extensions.get(oids.extendedKeyUsage);
  return purposes && membersOf(readOnly(purposes.value)).rest().map(oidOf);
};

const hasUnknownCritical = ({ extensions }: Certificate): boolean =>
  [...extensions].some(([type, { isCritical }]) => isCritical && !lookedAt.includes(type));

/** Why a certificate may not stamp times (RFC 3161, section 2.3). Undefined if it may. */
export const findNoStamper = (certificate: Certificate): string | undefined => {
  const purposes = purposesOf(certificate);
  if (purposes?.length !== 1 || purposes[0] !== oids.timeStamping)
    return 'is not for time stamps alone (extended key usage)';
  if (certificate.extensions.get(oids.extendedKeyUsage)?.isCritical !== true)
    return 'does not say as critical that it is for time stamps (extended key usage)';
  if (!mayBeUsedFor(certificate, usages.digitalSignature | usages.nonRepudiation)) return 'may not sign (key usage)';
  return hasUnknownCritical(certificate) ? 'has a critical extension that is not known here' : undefined;
};

/** Whether a certificate may issue certificates for time stamps, with so many issuers between it and the last one. */
export const mayIssue = (certificate: Certificate, issuersBetween: number): boolean => {
  const constraints = certificate.extensions.get(oids.basicConstraints);
  if (constraints === undefined || hasUnknownCritical(certificate)) return false;
  const members = membersOf(readOnly(constraints.value));
  const isIssuer = (members.takeIf(tags.boolean)?.content[0] ?? 0) !== 0;
  const longest = members.takeIf(tags.integer);
  const purposes = purposesOf(certificate);
  const isForStamps =
    purposes === undefined || purposes.includes(oids.timeStamping) || purposes.includes(oids.anyExtendedKeyUsage);
  const isShort = longest === undefined || Number.parseInt(integerOf(longest), 16) >= issuersBetween;
  return isIssuer && isShort && isForStamps && mayBeUsedFor(certificate, usages.certificates);
};
