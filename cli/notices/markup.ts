import type { Finding } from './finding.ts';
import { newFindings } from './finding.ts';
import type { Format } from './format.ts';
import { readTags } from './markup-tags.ts';
import { compareTree } from './markup-tree.ts';

/** What the markup of a text is found to be. */
export interface MarkupCheck {
  /** What it may not have, in its order. */
  readonly findings: readonly Finding[];
  /** How many there are. No more than the first thousand are kept. */
  readonly count: number;
  readonly hasVisibleText: boolean;
}

/** Checks the text of a notice, made HTML where it is Markdown. What passes is one tree, and all its text can be seen, wherever it is shown. */
export const checkMarkup = (html: string, format: Format = 'html'): MarkupCheck => {
  const findings = newFindings(html);
  const written = readTags(html, format, findings);
  if (written.isSound) compareTree(html, written, findings);
  return { findings: findings.list(), count: findings.count(), hasVisibleText: written.hasVisibleText };
};
