import { Fragment, h } from 'preact';
import type { Proof } from '../../shared/consents/evidence.ts';
import { languageNames } from '../../shared/schema/language-names.ts';
import { renderProof } from '../parts/proof.ts';
import { renderPage } from '../page.ts';
import { personStyle } from './style.ts';
import type { Voice } from './voice.ts';

/** A separate page for a proof that is too long for the person's page. */
export const renderProofPage = (consentId: string, heading: string, proof: Proof, voice: Voice): string =>
  renderPage({
    title: heading,
    lang: languageNames[voice.lang].tag,
    style: personStyle,
    body: h(
      Fragment,
      null,
      h(
        'header',
        null,
        h('h1', null, heading),
        h('p', { class: 'remark' }, `${voice.words.id}: `, h('code', null, consentId)),
      ),
      h('main', null, renderProof(proof, { markup: voice.markup, heading: 'h3' })),
    ),
  });
