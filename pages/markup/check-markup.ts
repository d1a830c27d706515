import type { Finding } from './finding.ts';
import { newFindings } from './finding.ts';
import type { Format } from './format.ts';
import { readTags } from './markup-tags.ts';
import { compareTree } from './markup-tree.ts';

/** The result of checking the markup of a text. */
export interface MarkupCheck {
  /** Refused markup, in order. */
  readonly findings: readonly Finding[];
  /** How many there are. Only the first thousand are kept. */
  readonly count: number;
  readonly hasVisibleText: boolean;
}

/** Checks the text of a notice, as HTML if it was Markdown. Text that passes has one possible tree, and is fully visible wherever it is shown. */
export const checkMarkup = (html: string, format: Format = 'html'): MarkupCheck => {
  const findings = newFindings(html);
  const written = readTags(html, format, findings);
  if (written.isSound) compareTree(html, written, findings);
  return { findings: findings.list(), count: findings.count(), hasVisibleText: written.hasVisibleText };
};
