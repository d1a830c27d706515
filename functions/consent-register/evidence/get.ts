import * as v from 'valibot';
import { getEvidence } from '../../../shared/api/contract.ts';
import { limits } from '../../../shared/api/limits.ts';
import { Problem } from '../../../shared/api/problem.ts';
import { operation } from '../../../shared/api/stack.ts';
import { noteAccess } from '../../../shared/consents/access.ts';
import { parseConsent } from '../../../shared/consents/consent.ts';
import { toFacts } from '../../../shared/evidence/facts.ts';
import { readHoldings } from '../../../shared/evidence/holdings.ts';
import type { LackingLeaf } from '../../../shared/evidence/lacking-leaf.ts';
import { erasureExpected, historyIncomplete, isExpected, toMissing } from '../../../shared/evidence/lacking-leaf.ts';
import { compareWithLog, searchLog } from '../../../shared/evidence/log-proof.ts';
import type { EvidenceRequest } from '../../../shared/evidence/request-schemas.ts';
import { addLog, signDocument } from '../../../shared/evidence/sign-document.ts';
import type { Account } from '../../../shared/identity/account.ts';
import { ensureListed } from '../../../shared/identity/keys/evidence-keys.ts';
import type { EvidenceSigner } from '../../../shared/identity/keys/evidence-signer.ts';
import { openEvidenceSigner } from '../../../shared/identity/keys/evidence-signer.ts';
import { MissingVersion } from '../../../shared/notices/lineage.ts';
import { logger } from '../../../shared/runtime/logger.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { getItem } from '../../../shared/store/read.ts';
import type { Item, Table } from '../../../shared/store/table.ts';
import { openTable } from '../../../shared/store/table.ts';
import { atFirstCall, readAtFirstCall, Showing, text } from '../../environment.ts';

const readConfig = readAtFirstCall(
  v.object({
    ...Showing.entries,
    /** Name of the log table. */
    LOG_TABLE_NAME: text,
    /** ARN of the KMS key that signs evidence. */
    EVIDENCE_KEY: text,
    /** Name of the stage. */
    STAGE: text,
  }),
);

const openLog = atFirstCall(() => openTable(readConfig().LOG_TABLE_NAME));

let opened: EvidenceSigner | undefined;

/** The evidence signer of this container. One call to KMS opens it. If that fails, the next call tries again. */
const getEvidenceSigner = async (): Promise<EvidenceSigner> => {
  const { EVIDENCE_KEY: id, STAGE: stage } = readConfig();
  opened ??= await openEvidenceSigner({ id, stage });
  return opened;
};

/** The most bytes of a document that fits every answer, in base64 with headers. */
const longest = (limits.resultBytes / 4) * 3 - 1_024;

/** What a document is made from, and what it shall say. */
interface Read {
  readonly table: Table;
  readonly log: Table;
  readonly account: Account;
  readonly now: Date;
  /** The time of the state, and the checkpoint that the reader has kept. */
  readonly asked: EvidenceRequest;
}

/** What a document says of a consent, and what the log says of that. */
const read = async ({ table, log, account, now, asked: { at, treeSize } }: Read, item: Item) => {
  const consent = parseConsent(item);
  const versions = readHoldings(table, { account, consent });
  const [holdings, found] = await Promise.all([versions, searchLog(log, { accountId: account.id, consent, versions })]);
  const facts = toFacts(holdings, now, at);
  const compared = await compareWithLog(log, found, { facts, clock: now, treeSize });
  return { consent, facts, ...compared };
};

/** @throws Problem evidence.history-incomplete, with an alarm */
const refuse = (lacking: LackingLeaf): never => {
  logger.error('evidence.history-incomplete', { event: lacking.event, leaf: lacking.index });
  throw historyIncomplete(lacking);
};

/** The same, unless the table lacks the version that was agreed to. */
const readUnlessMissing = (from: Read, item: Item) =>
  read(from, item).catch((error: unknown) => {
    if (error instanceof MissingVersion) return refuse(toMissing(error));
    throw error;
  });

/**
 * The same, read again if the log has more than the table, or differs: that may have come in the meantime. An
 * erasure that the log does not have yet is no reason for an alarm within a day.
 *
 * @throws Problem evidence.history-incomplete, consent.not-found
 */
const readWhole = async (from: Read, item: Item) => {
  const first = await readUnlessMissing(from, item);
  if (first.lacking === undefined) return first;
  const again = await getItem(from.table, keyOf.consent(from.account.id, first.consent.id));
  if (again === undefined) throw new Problem('consent.not-found');
  const second = await readUnlessMissing(from, again);
  const { lacking } = second;
  if (lacking === undefined) return second;
  if (isExpected(lacking, from.now)) throw erasureExpected();
  return refuse(lacking);
};

export const handler = operation(getEvidence, readConfig, {
  verbatim: true,
  sizedBy: 'id',
  remedy: 'ask the operator to write this document with the command `evidence show`',
  reads: ({ id }, { accountId }) => ({ consent: keyOf.consent(accountId, id), keys: keyOf.evidenceKeys() }),
  begins: getEvidenceSigner,
  steps: async (asked, { table, within, now, identity, items: { consent: item, keys } }, signer) => {
    if (item === undefined) throw new Problem('consent.not-found');
    const log = within(openLog());
    const [{ consent, facts, proof }] = await Promise.all([
      readWhole({ table, log, account: identity.account, now, asked }, item),
      ensureListed(table, keys, signer, now),
    ]);
    const access = noteAccess({ table, identity, now, operation: 'evidence' }, readConfig().ACCESS_LOG);
    access.begin([consent.id]);
    const document = await signDocument(facts, signer);
    await access.end([consent.id]);
    return addLog(document, proof, longest);
  },
});
