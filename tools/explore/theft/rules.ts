/**
 * What the contract says of a session's refresh tokens (docs/contract.md, Tokens and sessions), in its words and without a
 * look at the service. Tokens are numbered in the order in which they were issued.
 */
export interface Family {
  /** When each used token was used, in milliseconds. The number after them is the living token. */
  readonly usedAt: readonly number[];
  readonly isOver: boolean;
}

const raceMilliseconds = 10_000;

export const newFamily: Family = { usedAt: [], isOver: false };

/** Since a use so long ago, a second one is theft. */
export const isBeyondRace = ({ usedAt }: Family, token: number, now: number): boolean =>
  now - (usedAt[token] ?? now) > raceMilliseconds;

/** What a presentation of a token does, and whether new tokens are given for it. */
export const judge = (family: Family, token: number, now: number): { family: Family; isExchanged: boolean } => {
  const { usedAt, isOver } = family;
  if (isOver) return { family, isExchanged: false };
  if (token === usedAt.length) return { family: { usedAt: [...usedAt, now], isOver }, isExchanged: true };
  const isUsedLast = token === usedAt.length - 1;
  const isTheft = !isUsedLast || isBeyondRace(family, token, now);
  return { family: { usedAt, isOver: isTheft }, isExchanged: false };
};
