import type { DocumentHeader } from '../shared/evidence/document.ts';
import { lifetimes } from '../shared/lifetimes.ts';
import { isSame } from './agreement/agreement.ts';
import type { PublishedKey, PublishedKeys } from './published-keys.ts';
import type { Check, Signer } from './verification.ts';
import { asks, fails, holds } from './verification.ts';
import { spellThumbprint } from './thumbprint.ts';

/** Longer than clocks differ, and than a running function may continue with the earlier key, in milliseconds. */
const grace = lifetimes.evidenceKeyAfterSeconds * 1_000;

export const findSigner = ({ kid, jwk }: DocumentHeader, known: PublishedKeys | undefined): Signer => {
  const key = known?.keys.find((published) => published.kid === kid && isSame(published.jwk, jwk));
  return {
    ...{ kid, jwk },
    whence: key && known ? known.whence : null,
    ...{ usedFrom: key?.usedFrom ?? null, usedUntil: key?.usedUntil ?? null },
    isConfirmed: key?.isConfirmed ?? true,
  };
};

const isInUse = ({ usedFrom, usedUntil }: Pick<PublishedKey, 'usedFrom' | 'usedUntil'>, at: number): boolean =>
  (usedFrom === null || at >= new Date(usedFrom).getTime() - grace) &&
  (usedUntil === null || at <= new Date(usedUntil).getTime() + grace);

const nameTimes = ({ usedFrom, usedUntil }: Signer): string =>
  [usedFrom && `from ${usedFrom}`, usedUntil && `until ${usedUntil}`].filter(Boolean).join(' ');

const checkUse = (signer: Signer, issuedAt: string): Check => {
  const times = nameTimes(signer);
  if (times === '')
    return asks(
      'key-times',
      'key',
      `You know the key from ${signer.whence}, which does not say when it was in use. Judge whether it was in use at ${issuedAt}.`,
    );
  return isInUse(signer, new Date(issuedAt).getTime())
    ? holds('key-times', 'key', `The key was in use when the statement was issued: ${times}.`)
    : fails('key-times', 'key', `The statement was issued at ${issuedAt}, but the key was in use only ${times}.`);
};

/** A key that stands in the register's table, where whoever writes into the table can put one. */
const checkConfirmed = ({ whence, isConfirmed }: Signer): readonly Check[] =>
  isConfirmed
    ? []
    : [
        asks(
          'key-confirmed',
          'key',
          `${whence} says that the key is not confirmed: nothing but the register's table has it, and somebody may have written it there. Ask the operator how the key came about, and do not rely on the document before.`,
        ),
      ];

/** Whether the reader knows the key, and whether it was in use. */
export const checkSigner = (signer: Signer, known: PublishedKeys | undefined, issuedAt: string): readonly Check[] => {
  if (signer.whence !== null)
    return [
      holds('signer', 'key', `The key ${signer.kid} is known from ${signer.whence}.`),
      ...checkConfirmed(signer),
      checkUse(signer, issuedAt),
    ];
  const thumbprint = spellThumbprint(signer.kid);
  const says =
    known === undefined
      ? `The signer is unknown: you gave no key. The document has its own key, with the thumbprint ${thumbprint}, but anybody can make a key.`
      : `The signer is unknown: the key with the thumbprint ${thumbprint} is not from ${known.whence}. Anybody can make a key.`;
  return [asks('signer', 'key', says)];
};
