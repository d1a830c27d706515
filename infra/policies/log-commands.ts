import { may } from '../../shared/store/item-access.ts';
import { listingOfAccount, logging, partitions, readingConsents } from './items.ts';
import type { Rights } from './rights.ts';
import { items } from './rights.ts';
import {
  appending,
  askingErasures,
  exportingLog,
  provingConsents,
  readingEvidence,
  readingLogKey,
  readingTexts,
  recounting,
  verifyingLog,
} from './transparency.ts';

/** The rights of the commands on the log. */
export const rightsOfLogCommands = {
  'log take-in': { ...items(...readingEvidence, ...logging), log: appending },
  'log recount': { ...items(...readingTexts, may('Query', partitions.account), ...logging), log: recounting },
  'log verify': {
    ...items(...readingEvidence, ...readingTexts),
    erasures: askingErasures,
    log: verifyingLog,
    anchors: true,
  },
  'log export': { ...items(), log: exportingLog },
  'log prove': { ...items(...listingOfAccount, ...readingConsents), log: provingConsents },
  'log keys': { ...items(), log: readingLogKey },
} as const satisfies Readonly<Record<string, Rights>>;
