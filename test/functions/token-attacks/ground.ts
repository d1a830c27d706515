import { decodeJwt } from 'jose';
import { publishVerificationKey } from '../../../shared/identity/keys/verification-keys.ts';
import { epochSeconds } from '../../../shared/runtime/time.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { newTenant } from '../../support/make/builders.ts';
import type { ForgeKey, Forgery } from '../../support/make/forge.ts';
import { forge, newForgeKey } from '../../support/make/forge.ts';
import { table } from '../../support/make/table.ts';

/** What an attacker may know or have got hold of. */
export interface Ground {
  readonly mine: Tenant;
  readonly theirs: Tenant;
  /** Published, so that a token forged with it fails for what the forgery changes and for nothing else. */
  readonly key: ForgeKey;
  /** Published as well. */
  readonly otherKey: ForgeKey;
  /** The attacker's own. */
  readonly strangeKey: ForgeKey;
  readonly now: number;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly theirClaims: Readonly<Record<string, unknown>>;
  readonly forge: (forgery?: Forgery) => string;
}

/** Forged tokens by name of the attack. */
export type Attacks = Readonly<Record<string, (ground: Ground) => string>>;

const claimsOf = ({ token }: Tenant) => decodeJwt(token);

export const prepareGround = async (): Promise<Ground> => {
  const [key, otherKey] = [newForgeKey(), newForgeKey()];
  for (const published of [key, otherKey]) await publishVerificationKey(table, published, new Date());
  const [mine, theirs] = [await newTenant(), await newTenant()];
  const claims = claimsOf(mine);
  return {
    mine,
    theirs,
    key,
    otherKey,
    strangeKey: newForgeKey(),
    now: epochSeconds(new Date()),
    claims,
    theirClaims: claimsOf(theirs),
    forge: (forgery) => forge(key, claims, forgery),
  };
};
