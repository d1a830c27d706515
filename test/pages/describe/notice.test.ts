import { expect, test } from 'vitest';
import { commandEnglish as english } from '../../../pages/describe/command-text.ts';
import { tellDuration, tellTerm, termFacts } from '../../../pages/describe/notice.ts';
import type { EvidenceText } from '../../../pages/describe/writing.ts';
import { noticeContent } from '../../support/make/builders.ts';
import { allTerms } from '../../support/make/notices.ts';
import { evidenceTextOf } from '../i18n/texts.ts';

const [german, french, italian, spanish] = [
  evidenceTextOf('de'),
  evidenceTextOf('fr'),
  evidenceTextOf('it'),
  evidenceTextOf('es'),
];

test('names the terms of a version by what they mean, and none that it leaves out', () => {
  expect(termFacts(noticeContent({ validityDays: 365, ...allTerms }), english)).toEqual([
    ['validity', '365 days'],
    ['asks again', 'yes'],
    ['kept for', '730 days after its end'],
    [
      'controller',
      'Demo Shop S.r.l., Via Roma 1, 50123 Firenze, Data protection officer, privacy@shop.example, +39 055 123456, https://shop.example/privacy',
    ],
    ['purpose', 'A newsletter (marketing)'],
    ['purpose', 'Statistics'],
    ['recipient', 'Mail Sender GmbH, Musterweg 2, 10115 Berlin, privacy@sender.example'],
    ['personal data', 'Email address (email address)'],
    ['personal data', 'Allergies (medical health, optional, sensitive, special)'],
    ['processing', 'Sending letters (use)'],
    ['data source', 'What the customer enters (data subject data source)'],
    ['stored in', 'Data centre in Milan (IT)'],
    ['stored for', 'Two years after the last letter (2 years)'],
    ['processed in', 'The European Union (EU)'],
    ['jurisdiction', 'Italy (IT)'],
    ['lawful basis', 'Consent (Article 6(1)(a) GDPR)'],
    ['consent type', 'ExplicitlyExpressedConsent'],
    ['how to revoke', 'The link in every letter (https://shop.example/account)'],
    ['right', 'Access (Article 15 GDPR)'],
    ['right', 'Erasure'],
    ['authority', 'Garante per la protezione dei dati personali, Piazza Venezia 11, 00187 Roma, +39 06 696771'],
  ]);
  expect(termFacts(noticeContent({ validityDays: 0 }), english)).toEqual([['validity', 'without limit']]);
});

test('names articles of the GDPR and durations as each language does, and leaves other codes as they are', () => {
  const lawfulBasis = { name: '-', type: 'A9-2-a-explicit-consent' };
  const storagePeriod = { name: '-', duration: 'P1Y6M' };
  const told = (words: EvidenceText) =>
    termFacts(noticeContent({ lawfulBasis, storagePeriod }), words)
      .map(([, value]) => value)
      .map((value) => value.replaceAll(/\s/g, ' '))
      .filter((value) => value.startsWith('- ('));

  expect(told(english)).toEqual(['- (1 year, 6 months)', '- (Article 9(2)(a) GDPR)']);
  expect(told(german)).toEqual(['- (1 Jahr, 6 Monate)', '- (Artikel 9 Absatz 2 Buchstabe a DSGVO)']);
  expect(told(italian)).toEqual(['- (1 anno, 6 mesi)', '- (articolo 9, paragrafo 2, lettera a) del GDPR)']);
  expect(told(french)).toEqual(['- (1 an, 6 mois)', '- (article 9, paragraphe 2, point a) du RGPD)']);
  expect(told(spanish)).toEqual(['- (1 año, 6 meses)', '- (artículo 9, apartado 2, letra a) del RGPD)']);
  expect(tellTerm('dpv:X-1', english.t)).toBe('dpv:X-1');
  expect(tellDuration('PT1H', english.writing)).toBe('PT1H');
});
