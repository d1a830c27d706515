import { readEvidenceConfig } from '../../../shared/config.ts';
import { noteAccess } from '../../../shared/consents/access-log.ts';
import { parseConsent } from '../../../shared/consents/consent.ts';
import { openBudget } from '../../../shared/consents/search/budget.ts';
import { getEvidence } from '../../../shared/contract.ts';
import { readHoldings } from '../../../shared/evidence/holdings.ts';
import { proveInLog, unitsOfProofs } from '../../../shared/evidence/log-proof.ts';
import { addLog, signDocument } from '../../../shared/evidence/sign-document.ts';
import { writeStatement } from '../../../shared/evidence/statement.ts';
import type { EvidenceSigner } from '../../../shared/identity/keys/evidence-key.ts';
import { openEvidenceSigner } from '../../../shared/identity/keys/evidence-key.ts';
import { ensureListed } from '../../../shared/identity/keys/evidence-keys.ts';
import { limits } from '../../../shared/limits.ts';
import { findLog } from '../../../shared/log/container-log.ts';
import { describeFault, log as journal } from '../../../shared/logger.ts';
import { operation } from '../../../shared/operation.ts';
import { Problem } from '../../../shared/problem.ts';
import { unitsOfItems } from '../../../shared/store/item-size.ts';
import { keyOf } from '../../../shared/store/keys.ts';

const { EVIDENCE_KEY: key, STAGE: stage } = readEvidenceConfig();

let opened: EvidenceSigner | undefined;

/** The evidence signer of this container. One call to KMS opens it. If that fails, the next call tries again. */
const getEvidenceSigner = async (): Promise<EvidenceSigner> => {
  opened ??= await openEvidenceSigner({ id: key, stage });
  return opened;
};

/** The most bytes of a document that fits every answer, in base64 with headers. */
const longest = (limits.resultBytes / 4) * 3 - 1_024;

/** If the log cannot be read, the document is sent without the proof. A call that is refused needs none. */
const goWithout =
  (document: Promise<unknown>) =>
  async (error: unknown): Promise<undefined> => {
    const isMade = await document.then(
      () => true,
      () => false,
    );
    if (isMade) journal.error('evidence.log-unread', describeFault(error));
  };

export const handler = operation(
  getEvidence,
  async ({ at, treeSize }, { table, now, identity, items: [item, keys] }, signer: EvidenceSigner) => {
    if (item === undefined) throw new Problem('consent.not-found');
    const { account } = identity;
    const consent = parseConsent(item);
    const charge = openBudget(table, account.id, now);
    const log = findLog();
    const reading = readHoldings(table, { account, consent }, (units) => charge(units + unitsOfItems([item])));
    const versions = reading.then(async (held) => {
      if (log !== undefined) await charge(unitsOfProofs(held));
      return held;
    });
    const proving =
      log && proveInLog(log, { accountId: account.id, consent, versions, treeSize }).catch(goWithout(versions));
    const [holdings] = await Promise.all([versions, ensureListed(table, keys, signer, now)]);
    const access = noteAccess({ table, identity, now, operation: 'evidence' });
    access.begin([consent.id]);
    const document = await signDocument(writeStatement(holdings, now, at), signer);
    await access.end([consent.id]);
    return addLog(document, await proving, longest);
  },
  {
    reads: ({ id }, { accountId }) => [keyOf.consent(accountId, id), keyOf.evidenceKeys()],
    begins: getEvidenceSigner,
  },
);
