import { readTrusted } from '../../shared/log/anchors/certificate.ts';
import { verifyStamp } from '../../shared/log/anchors/verify-stamp.ts';
import { stampedPart } from '../../shared/log/checkpoint.ts';
import { fromBase64 } from '../../shared/log/signed-note.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Check } from '../verification.ts';
import { asks, fails, holds } from '../verification.ts';
import type { TreeHead } from './tree-heads.ts';

/** PEM certificates of time-stamp authorities that the reader trusts, or of their issuers. */
export interface Authority {
  /** The reader's name for it, such as the name of the file. */
  readonly whence: string;
  readonly pem: string;
}

/** Whether a text has certificates. Documents and pages do not count: others decide what is in them. */
export const hasCertificate = (text: string): boolean =>
  !/^\s*[{<]/.test(text) && text.includes('-----BEGIN CERTIFICATE-----');

/**
 * Reads the certificates of an authority that the reader trusts. None of them may be damaged: a stamp would count for nothing, and nobody would be
 * told why.
 *
 * @param whence the reader's name for the file; it is returned with the certificates
 */
export const readAuthority = (
  pem: string,
  whence: string,
): { readonly authority: Authority } | { readonly fault: string } => {
  if (!hasCertificate(pem))
    return {
      fault: `${tame(whence)} has no certificate in PEM form. It must contain "-----BEGIN CERTIFICATE-----".`,
    };
  const damaged = readTrusted(pem).indexOf(undefined);
  return damaged < 0
    ? { authority: { whence, pem } }
    : { fault: `${tame(whence)} has a damaged certificate: number ${damaged + 1} in it cannot be read.` };
};

/** A trusted authority's word that the checkpoint of this size existed at this time. */
export interface TrustedStamp {
  readonly size: number;
  readonly time: string;
  readonly authority: string;
}

interface Found {
  readonly check: Check;
  readonly trusted?: TrustedStamp;
}

const checkOne = async ({ head, note }: TreeHead, stamp: string, pem: string): Promise<Found> => {
  const { size } = head;
  const {
    verdict,
    checks,
    stamp: says,
  } = await verifyStamp(fromBase64(stamp) ?? new Uint8Array(), new TextEncoder().encode(stampedPart(note)), pem);
  const failed = checks.find((check) => check.holds === false);
  if (verdict === 'refused' || says === undefined) {
    const bad = { size, fault: failed?.name ?? 'form', says: tame(failed?.says ?? '') };
    return { check: fails('log-stamp', 'log', ['stamp-bad', bad]) };
  }
  const { time, authority } = says;
  const told = { size, time, authority: tame(authority) };
  return verdict === 'valid'
    ? { check: holds('log-stamp', 'log', ['stamp-ok', told]), trusted: { size, time, authority } }
    : { check: asks('log-stamp', 'log', ['stamp-unknown', { ...told, hasCertificates: pem !== '' }]) };
};

/** No document needs so many stamps. Each may take dozens of signatures to check, so none is looked at where there are more. */
const mostStamps = 64;

/**
 * Checks the stamps of checkpoints. Independent authorities made them, not the register.
 *
 * @returns the trusted ones with the earliest first
 */
export const checkStamps = async (
  heads: Iterable<TreeHead>,
  authorities: readonly Authority[],
): Promise<{ readonly checks: readonly Check[]; readonly trusted: readonly TrustedStamp[] }> => {
  const given = [...heads].flatMap((head) => head.stamps.map((stamp) => ({ head, stamp })));
  if (given.length > mostStamps) {
    const many = { count: given.length, most: mostStamps };
    return { checks: [fails('log-stamp', 'log', ['stamp-many', many])], trusted: [] };
  }
  const pem = authorities.map((authority) => authority.pem).join('\n');
  const found = await Promise.all(given.map(({ head, stamp }) => checkOne(head, stamp, pem)));
  const trusted = found.flatMap(({ trusted: stamp }) => stamp ?? []);
  return {
    checks: found.map(({ check }) => check),
    trusted: trusted.sort((one, other) => Date.parse(one.time) - Date.parse(other.time)),
  };
};
