import type { NoticeTerms } from '../../shared/notices/terms.ts';

/** Every term that a notice may have, with every member that it may have. */
export const allTerms: Required<NoticeTerms> = {
  askAgain: true,
  retentionDays: 730,
  controller: {
    name: 'Demo Shop S.r.l.',
    address: 'Via Roma 1, 50123 Firenze',
    contact: 'Data protection officer',
    email: 'privacy@shop.example',
    phone: '+39 055 123456',
    url: 'https://shop.example/privacy',
  },
  purposes: [{ name: 'A newsletter', type: 'Marketing' }, { name: 'Statistics' }],
  recipients: [{ name: 'Mail Sender GmbH', address: 'Musterweg 2, 10115 Berlin', email: 'privacy@sender.example' }],
  personalData: [
    { name: 'Email address', type: 'EmailAddress', optional: false },
    { name: 'Allergies', type: 'MedicalHealth', optional: true, sensitive: true, special: true },
  ],
  processing: [{ name: 'Sending letters', type: 'Use' }],
  dataSources: [{ name: 'What the customer enters', type: 'DataSubjectDataSource' }],
  storageLocations: [{ name: 'Data centre in Milan', type: 'IT' }],
  storagePeriod: { name: 'Two years after the last letter', duration: 'P2Y' },
  processingLocations: [{ name: 'The European Union', type: 'EU' }],
  jurisdictions: [{ name: 'Italy', type: 'IT' }],
  lawfulBasis: { name: 'Consent', type: 'A6-1-a' },
  consentType: 'ExplicitlyExpressedConsent',
  withdrawal: { name: 'The link in every letter', url: 'https://shop.example/account' },
  rights: [{ name: 'Access', type: 'A15' }, { name: 'Erasure' }],
  authority: {
    name: 'Garante per la protezione dei dati personali',
    address: 'Piazza Venezia 11, 00187 Roma',
    phone: '+39 06 696771',
  },
};
