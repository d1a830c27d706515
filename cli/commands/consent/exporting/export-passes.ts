import { parseConsent } from '../../../../shared/consents/consent.ts';
import type { Consent } from '../../../../shared/consents/opened-consent.ts';
import { parseDynamoLine } from '../../../../shared/consents/exchange/dynamo-json.ts';
import { openKept, standsAlone } from '../../../../shared/consents/exchange/open-consents.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import type { Belongings } from './account-items.ts';
import { readDataLines } from './data-lines.ts';
import type { DataFile } from './dynamo-export.ts';
import { beginning } from './export-state.ts';
import type { KeptLines } from './kept-lines.ts';
import type { SegmentFiles } from './segment-files.ts';
import { openSegment } from './segment-files.ts';

interface Pass {
  readonly kept: KeptLines;
  readonly onItems: (count: number) => void;
}

/**
 * The first pass: collects the account's items other than consents, keeps long proofs of revocations, and notes which consents hold
 * proofs that other consents share.
 */
export const keepNamed = async (
  files: readonly DataFile[],
  accountId: string,
  { kept, belongings, onItems }: Pass & { readonly belongings: Belongings },
): Promise<void> => {
  const own = keyOf.account(accountId).PK;
  const [consents, revokeProofs] = [keyOf.consent(accountId, '').PK, keyOf.revokeProof(accountId, '').PK];
  const marks = [JSON.stringify(own), revokeProofs, '"proofId"'];
  const take = (line: Buffer): void => {
    if (!marks.some((mark) => line.includes(mark))) return;
    const text = line.toString();
    const item = parseDynamoLine(text);
    if (item.PK === own) belongings.add(item, text);
    if (item.PK.startsWith(revokeProofs)) kept.keep(item.PK, text);
    if (item.PK.startsWith(consents)) {
      const { proofId } = parseConsent(item);
      if (proofId !== undefined) kept.need(keyOf.consent(accountId, proofId).PK);
    }
  };
  for (const file of files) {
    await readDataLines(file, (lines) => {
      lines.forEach(take);
      onItems(lines.length);
    });
  }
};

/** Opens a consent that was put off, once everything it refers to has been seen. */
const openPutOff = (kept: KeptLines, accountId: string, line: string): Consent => {
  const find = (key: string) => {
    const found = kept.find(key);
    return found === undefined ? undefined : parseDynamoLine(found);
  };
  const consent = parseConsent(parseDynamoLine(line));
  const keeper = consent.proofId === undefined ? undefined : find(keyOf.consent(accountId, consent.proofId).PK);
  return openKept(consent, keeper, find(keyOf.revokeProof(accountId, consent.id).PK));
};

/** Sorts the consents of some lines: returns those that stand alone, and puts the others off. */
const takeConsents = (lines: readonly Buffer[], accountId: string, segment: number, kept: KeptLines): Consent[] => {
  const consents = keyOf.consent(accountId, '').PK;
  return lines
    .filter((line) => line.includes(consents))
    .flatMap((line) => {
      const text = line.toString();
      const item = parseDynamoLine(text);
      if (!item.PK.startsWith(consents)) return [];
      if (kept.isNeeded(item.PK)) kept.keep(item.PK, text);
      const consent = parseConsent(item);
      if (standsAlone(consent)) return [openKept(consent, undefined, undefined)];
      kept.putOff(segment, text);
      return [];
    });
};

/** How many lines have their consents in memory at once. */
const atOnce = 25;

/** The second pass: writes the consents that stand alone, then those with proofs in other items. */
export const writeConsents = async (
  files: readonly DataFile[],
  accountId: string,
  { kept, folder, segments, onItems }: Pass & { readonly folder: string; readonly segments: number },
): Promise<void> => {
  const parts: SegmentFiles[] = [];
  try {
    for (let i = 0; i < segments; i += 1) parts.push(await openSegment(folder, i, beginning));
    for (const [i, file] of files.entries()) {
      const segment = i % segments;
      await readDataLines(file, async (lines) => {
        for (let start = 0; start < lines.length; start += atOnce) {
          const some = lines.slice(start, start + atOnce);
          await parts[segment]?.add(takeConsents(some, accountId, segment, kept));
        }
        onItems(lines.length);
      });
    }
    for (const { segment, line } of kept.listPutOff()) await parts[segment]?.add([openPutOff(kept, accountId, line)]);
    for (const part of parts) await part.reach();
    for (const part of parts) await part.sync();
  } finally {
    for (const part of parts) await part.close();
  }
};
