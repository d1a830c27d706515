import type { VNode } from 'preact';
import { partNames } from '../../shared/evidence/statement-format.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { EvidenceWords } from '../words/evidence/words.ts';
import { renderFacts } from './fact-list.ts';

/** The hash of each part, for readers who have a part from another source. */
export const renderHashes = ({ hashes }: Statement, { checks: { hashes: words } }: EvidenceWords): VNode => (
  <details>
    <summary>{words.heading}</summary>
    <p class="remark">{words.remark}</p>
    {renderFacts(partNames.map((name) => [name, hashes[name]]))}
  </details>
);
