import { parseConsent } from '../../../shared/consents/consent.ts';
import { getEvidence } from '../../../shared/contract.ts';
import { readHoldings } from '../../../shared/evidence/holdings.ts';
import { signDocument } from '../../../shared/evidence/sign-document.ts';
import { writeStatement } from '../../../shared/evidence/statement.ts';
import { getEvidenceSigner } from '../../../shared/keys/container-signer.ts';
import type { EvidenceSigner } from '../../../shared/keys/evidence-key.ts';
import { ensureListed } from '../../../shared/keys/evidence-keys.ts';
import { operation } from '../../../shared/operation.ts';
import { Problem } from '../../../shared/problem.ts';
import { keyOf } from '../../../shared/store/keys.ts';

export const handler = operation(
  getEvidence,
  async ({ at }, { table, now, identity: { account }, items: [consent, keys] }, signer: EvidenceSigner) => {
    if (consent === undefined) throw new Problem('consent.not-found');
    const [holdings] = await Promise.all([
      readHoldings(table, { account, consent: parseConsent(consent) }),
      ensureListed(table, keys, signer, now),
    ]);
    return signDocument(writeStatement(holdings, now, at), signer);
  },
  {
    reads: ({ id }, { accountId }) => [keyOf.consent(accountId, id), keyOf.evidenceKeys()],
    begins: getEvidenceSigner,
  },
);
