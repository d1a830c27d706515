import { evidenceStyle } from '../parts/style.ts';

/** The style of a person's page, in addition to that of all pages. What is folded on screen is open in print. */
export const personStyle = `${evidenceStyle}
body { max-width: 46rem; }
header p { margin: 0.75rem 0 0; }
dl > div { grid-template-columns: 11rem minmax(0, 1fr); }
article { margin: 1.25rem 0; padding: 0.25rem 1rem 1rem; border: 1px solid GrayText; border-inline-start: 0.4rem solid light-dark(#b35900, #e0934a); }
article.holds { border-inline-start-color: light-dark(#1a7f37, #3fb950); }
article.agreed { border-inline-start-width: 1px; border-inline-start-color: GrayText; }
article h3 { margin-top: 0.75rem; }
.state { margin: 0 0 0.5rem; font-weight: 600; }
.letter { padding: 0.75rem 1rem; border: 1px solid GrayText; white-space: pre-line; }
details { margin: 0.5rem 0 0; }
.looks { height: min(12rem, 50vh); }
summary { cursor: pointer; padding: 0.3rem 0; font-weight: 600; }
.told > section:first-child > h4 { margin-top: 0.75rem; }
li + li { margin-top: 0.4rem; }
@media (max-width: 34rem) { dl > div { grid-template-columns: 1fr; gap: 0; } article { padding-inline: 0.75rem; } }
@page {
  size: A4; margin: 18mm 16mm;
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; }
}
@media print {
  details::details-content { content-visibility: visible; display: block; height: auto; }
  summary { list-style: none; break-after: avoid; } summary::-webkit-details-marker { display: none; }
  article { box-decoration-break: clone; }
}`;
