import { framedStyle } from '../html/inline-frame.ts';

/** The style of pages about consents: facts, texts and proofs. */
export const evidenceStyle = `${framedStyle}
h3 { font-size: 1.05rem; margin: 1.25rem 0 0.5rem; break-after: avoid; }
h4 { font-size: 0.95rem; margin: 1rem 0 0.4rem; break-after: avoid; }
.warning { padding: 0.6rem 0.9rem; border: 2px solid light-dark(#b35900, #e0934a); }
dl { margin: 0; }
dl > div { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: 0.75rem; padding: 0.3rem 0; border-bottom: 1px solid light-dark(#ddd, #444); break-inside: avoid; }
dt { color: light-dark(#555, #b5b5b5); } dd { margin: 0; }
.text { padding: 0 1.25rem 0.5rem; border: 1px solid GrayText; }
.told { overflow: clip; padding: 0 1rem 0.75rem; border: 1px dashed GrayText; }
.told > section:first-child > h3 { margin-top: 0.75rem; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
footer { margin-top: 2.5rem; padding-top: 0.75rem; border-top: 1px solid GrayText; }
`;

/** The style of the parts that all pages about one consent share. */
export const partsStyle = `${evidenceStyle}
.state { font-size: 1.2rem; margin: 0.5rem 0 0; padding: 0.6rem 0.9rem; border-inline-start: 0.4rem solid; background: light-dark(#f1f1f1, #262626); }
.state.holds { border-color: light-dark(#1a7f37, #3fb950); }
.state.ended { border-color: light-dark(#b35900, #e0934a); }
.beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 0 2.5rem; }
ol.events { list-style: none; margin: 0; padding: 0; }
.events li { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0.75rem; padding: 0.3rem 0; break-inside: avoid; }
.events .later { color: light-dark(#555, #b5b5b5); font-style: italic; }
@media (max-width: 34rem) {
  dl > div, .events li { grid-template-columns: 1fr; gap: 0; }
}
@media print {
  .text { box-decoration-break: clone; }
  .beside { grid-template-columns: 1fr 1fr; gap: 0 1.5rem; font-size: 0.92em; }
  .beside dl > div { grid-template-columns: 5.5rem minmax(0, 1fr); }
}`;
