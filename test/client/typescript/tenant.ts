import type { NewConsent, NewConsents, TokenSet, TokenStore } from '../../../client/typescript/index.ts';
import type { Tenant } from '../../support/make/builders.ts';

/** A store that begins with the tokens of the tenant's session; what is saved can be looked at. */
export const tokensOf = ({ token, refreshToken }: Pick<Tenant, 'token' | 'refreshToken'>) => {
  const saved: TokenSet[] = [
    { token_type: 'Bearer', expires_in: 3_600, access_token: token, refresh_token: refreshToken },
  ];
  return {
    saved,
    load: () => saved.at(-1),
    save: (tokens: TokenSet) => {
      saved.push(tokens);
    },
  } satisfies TokenStore & { saved: TokenSet[] };
};

type Told<Consent> = Partial<Consent>;
type Several =
  | { readonly consentInformationPid: readonly number[] }
  | { readonly consentInformationVersionId: readonly string[] };

/** A consent of Ada's to the tenant's notice. */
export function consentOf(tenant: Tenant, told: Told<NewConsents> & Several): NewConsents;
export function consentOf(tenant: Tenant, told?: Told<NewConsent>): NewConsent;
export function consentOf({ projectUid, pid }: Tenant, told: object = {}): object {
  return {
    projectUid,
    ...(!('consentInformationVersionId' in told) && { consentInformationPid: pid }),
    proof: { url: 'https://shop.example/checkout' },
    userData: { email: 'ada@example.com' },
    ...told,
  };
}
