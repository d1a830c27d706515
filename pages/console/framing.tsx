import type { VNode } from 'preact';
import { newMarkupShowing } from '../html/frame.tsx';
import type { MarkupShowing } from '../html/shown-markup.ts';
import type { EvidenceText } from '../sentences/writing.ts';
import { useText } from './language.ts';
import { framePage } from './page-settings.ts';

export const loadSanitiser = () => import('../html/sanitise-in-browser.ts');

const NotShown = (): VNode => <p class="remark">{useText()('markup.notShown')}</p>;

/** How the console shows third-party markup. */
export const newConsoleShowing = (words: EvidenceText): MarkupShowing =>
  newMarkupShowing(words, {
    page: { src: framePage() },
    loadSanitiser,
    NotShown,
  });
