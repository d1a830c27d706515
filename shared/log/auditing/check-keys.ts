import { judgeEnd, parseEvidenceKeys } from '../../identity/keys/evidence-keys.ts';
import { keyOf } from '../../store/keys.ts';
import { leafOfEvidenceKey } from '../stream-records.ts';
import type { Report } from './finding.ts';
import type { KeyedItem } from './scan-evidence.ts';

/** Compares the end of each evidence key in the list, which no leaf has, with the beginning of the next one. */
export const checkKeyEnds = (item: KeyedItem, report: Report): void => {
  if (item.PK !== keyOf.evidenceKeys().PK) return;
  const keys = parseEvidenceKeys(item);
  for (const key of keys) {
    const says = judgeEnd(
      key,
      keys.filter(({ stage }) => stage === key.stage),
    );
    if (says !== undefined) report({ kind: 'key-end', id: leafOfEvidenceKey(key).event.id, says });
  }
};
