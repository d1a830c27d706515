import { expect, test } from 'vitest';
import { termFacts } from '../../../verifier/wording/term-facts.ts';
import { english } from '../../../verifier/wording/words/english.ts';
import { noticeContent } from '../../support/builders.ts';
import { allTerms } from '../../support/notice-terms.ts';

test('names the terms of a version by what they mean, and none that it leaves out', () => {
  expect(termFacts(noticeContent({ validityDays: 365, ...allTerms }), english)).toEqual([
    ['validity', '365 days'],
    ['asks again', 'yes'],
    ['kept for', '730 days after its end'],
    [
      'controller',
      'Demo Shop S.r.l., Via Roma 1, 50123 Firenze, Data protection officer, privacy@shop.example, +39 055 123456, https://shop.example/privacy',
    ],
    ['purpose', 'A newsletter (Marketing)'],
    ['purpose', 'Statistics'],
    ['recipient', 'Mail Sender GmbH, Musterweg 2, 10115 Berlin, privacy@sender.example'],
    ['personal data', 'Email address (EmailAddress)'],
    ['personal data', 'Allergies (MedicalHealth, optional, sensitive, special)'],
    ['processing', 'Sending letters (Use)'],
    ['data source', 'What the customer enters (DataSubjectDataSource)'],
    ['stored in', 'Data centre in Milan (IT)'],
    ['stored for', 'Two years after the last letter (P2Y)'],
    ['processed in', 'The European Union (EU)'],
    ['jurisdiction', 'Italy (IT)'],
    ['lawful basis', 'Consent (A6-1-a)'],
    ['consent type', 'ExplicitlyExpressedConsent'],
    ['withdrawal', 'The link in every letter (https://shop.example/account)'],
    ['right', 'Access (A15)'],
    ['right', 'Erasure'],
    ['authority', 'Garante per la protezione dei dati personali, Piazza Venezia 11, 00187 Roma, +39 06 696771'],
  ]);
  expect(termFacts(noticeContent({ validityDays: 0 }), english)).toEqual([['validity', 'without limit']]);
});
