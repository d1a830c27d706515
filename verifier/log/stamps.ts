import { verifyStamp } from '../../shared/anchors/verify-stamp.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import { fromBase64 } from '../../shared/transparency/signed-note.ts';
import type { Check } from '../verification.ts';
import { asks, fails, holds } from '../verification.ts';
import type { TreeHead } from './tree-heads.ts';

/** Certificates in PEM that the reader trusts to stamp times, or to vouch for those who do. */
export interface Authority {
  /** Words of the reader's own, such as the name of the file. */
  readonly whence: string;
  readonly pem: string;
}

/** Whether a text is one of certificates. No document and no page is, since others write what stands in those. */
export const hasCertificate = (text: string): boolean =>
  !/^\s*[{<]/.test(text) && text.includes('-----BEGIN CERTIFICATE-----');

/** What an authority says that the reader trusts: the checkpoint of so many leaves was there at the time. */
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
  } = await verifyStamp(fromBase64(stamp) ?? new Uint8Array(), new TextEncoder().encode(note), pem);
  const which = `of the checkpoint of ${size} leaves`;
  const failed = checks.find((check) => check.holds === false)?.says ?? '';
  if (verdict === 'refused' || says === undefined)
    return { check: fails('log-stamp', 'log', `A time stamp ${which} does not hold. ${tame(failed)}`) };
  const { time, authority } = says;
  const told = `The time stamp ${which} says ${time}, by ${tame(authority)}`;
  if (verdict === 'valid')
    return {
      check: holds('log-stamp', 'log', `${told}, whom a certificate vouches for that you trust.`),
      trusted: { size, time, authority },
    };
  const unknown =
    pem === '' ? 'you gave no certificate of an authority' : 'no certificate that you gave vouches for it';
  return { check: asks('log-stamp', 'log', `${told}. Nothing shows whose stamp that is: ${unknown}.`) };
};

/** Checks the stamps of checkpoints, which authorities made that are not the register. */
export const checkStamps = async (
  heads: Iterable<TreeHead>,
  authorities: readonly Authority[],
): Promise<{ readonly checks: readonly Check[]; readonly trusted: readonly TrustedStamp[] }> => {
  const pem = authorities.map((authority) => authority.pem).join('\n');
  const found = await Promise.all([...heads].flatMap((head) => head.stamps.map((stamp) => checkOne(head, stamp, pem))));
  return { checks: found.map(({ check }) => check), trusted: found.flatMap(({ trusted }) => trusted ?? []) };
};
