import { readEvidenceConfig } from '../../../shared/config.ts';
import { noteAccess } from '../../../shared/consents/access-log.ts';
import { parseConsent } from '../../../shared/consents/consent.ts';
import { getEvidence } from '../../../shared/contract.ts';
import { readHoldings } from '../../../shared/evidence/holdings.ts';
import { historyIncomplete } from '../../../shared/evidence/lacking-leaf.ts';
import { proveInLog, searchLog } from '../../../shared/evidence/log-proof.ts';
import { addLog, signDocument } from '../../../shared/evidence/sign-document.ts';
import { writeStatement } from '../../../shared/evidence/statement.ts';
import type { Account } from '../../../shared/identity/account.ts';
import type { EvidenceSigner } from '../../../shared/identity/keys/evidence-key.ts';
import { openEvidenceSigner } from '../../../shared/identity/keys/evidence-key.ts';
import { ensureListed } from '../../../shared/identity/keys/evidence-keys.ts';
import { limits } from '../../../shared/limits.ts';
import { findLog } from '../../../shared/log/container-log.ts';
import { describeFault, log as journal } from '../../../shared/logger.ts';
import { operation } from '../../../shared/operation.ts';
import { Problem } from '../../../shared/problem.ts';
import type { Item, Table } from '../../../shared/store/client.ts';
import { getItem } from '../../../shared/store/get.ts';
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

/** If the tiles of the log cannot be read, the document is sent without the proof. */
const goWithout = (error: unknown): void => journal.error('evidence.log-unread', describeFault(error));

/** What a document is made from. */
interface Read {
  readonly table: Table;
  readonly log: Table | undefined;
  readonly account: Account;
}

/** What the table and the log have of a consent. */
const read = async ({ table, log, account }: Read, item: Item) => {
  const consent = parseConsent(item);
  const versions = readHoldings(table, { account, consent });
  const [holdings, found] = await Promise.all([
    versions,
    log && searchLog(log, { accountId: account.id, consent, versions }),
  ]);
  return { consent, holdings, found };
};

/**
 * The same, read once more if the log knows more than the table: that may have come in the meantime.
 *
 * @throws Problem evidence.history-incomplete, consent.not-found
 */
const readWhole = async (from: Read, item: Item) => {
  const first = await read(from, item);
  if (first.found?.lacking === undefined) return first;
  const again = await getItem(from.table, keyOf.consent(from.account.id, first.consent.id));
  if (again === undefined) throw new Problem('consent.not-found');
  const second = await read(from, again);
  if (second.found?.lacking === undefined) return second;
  const { lacking } = second.found;
  journal.error('evidence.history-incomplete', { event: lacking.event, leaf: lacking.index });
  throw historyIncomplete(lacking);
};

export const handler = operation(
  getEvidence,
  async ({ at, treeSize }, { table, within, now, identity, items: [item, keys] }, signer: EvidenceSigner) => {
    if (item === undefined) throw new Problem('consent.not-found');
    const ofContainer = findLog();
    const log = ofContainer && within(ofContainer);
    const [{ consent, holdings, found }] = await Promise.all([
      readWhole({ table, log, account: identity.account }, item),
      ensureListed(table, keys, signer, now),
    ]);
    const proving = log && found && proveInLog(log, found, treeSize).catch(goWithout);
    const access = noteAccess({ table, identity, now, operation: 'evidence' });
    access.begin([consent.id]);
    const document = await signDocument(writeStatement(holdings, now, at), signer);
    await access.end([consent.id]);
    return addLog(document, (await proving) ?? undefined, longest);
  },
  {
    reads: ({ id }, { accountId }) => [keyOf.consent(accountId, id), keyOf.evidenceKeys()],
    begins: getEvidenceSigner,
  },
);
