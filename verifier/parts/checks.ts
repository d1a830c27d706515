import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Check, Verification } from '../verification.ts';
import type { EvidenceWords } from '../wording/words/words.ts';

const marks = new Map([
  [true, ['holds', '✓']],
  [false, ['fails', '✗']],
  [null, ['asks', '?']],
] as const);

/** Checks are in English, which a page in another language marks. */
const renderSaying = ({ says }: Check, { writing }: EvidenceWords): VNode =>
  html`<bdi lang=${writing.tag === 'en' ? null : 'en'}>${tame(says)}</bdi>` as VNode;

const renderCheck = (check: Check, words: EvidenceWords): VNode => {
  const [look = 'asks', sign = ''] = marks.get(check.holds) ?? [];
  return html`<li class=${look}>
    <span class="mark"><span aria-hidden="true">${sign} </span>${words.checks.marks[look]}</span>
    <span><b>${words.checks.name(check)}</b>: ${renderSaying(check, words)}</span>
  </li>`;
};

/** Every check on a line: first those that fail or are left to the reader, then, folded, those that hold. */
export const renderChecks = ({ checks }: Verification, words: EvidenceWords): VNode => {
  const failed = checks.filter(({ holds }) => holds === false);
  const open = checks.filter(({ holds }) => holds === null);
  const held = checks.filter(({ holds }) => holds === true);
  const { heading, count, every } = words.checks;
  const render = (check: Check): VNode => renderCheck(check, words);
  return html`<section>
    <h2>${heading}</h2>
    <p>${count({ failed: failed.length, open: open.length, held: held.length })}</p>
    <ul class="checks">${[...failed, ...open].map(render)}</ul>
    <details class="every">
      <summary>${every}</summary>
      <ul class="checks">${held.map(render)}</ul>
    </details>
  </section>`;
};
