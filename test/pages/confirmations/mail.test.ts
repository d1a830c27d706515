import { expect, test } from 'vitest';
import { makeConfirmationMail } from '../../../pages/confirmations/mail.ts';

test('a mail shows what nobody sees in a title, as its page does', () => {
  const { text, html } = makeConfirmationMail({
    to: 'ada@mail.example',
    lang: 'eng',
    accountName: 'Shop',
    notices: [{ title: 'Privacy\u202eycavirP\r\nBcc: x' }],
    url: 'https://consents.shop.example/c/x',
    end: new Date('2026-11-27T12:00:00Z'),
  });

  for (const body of [text, html]) expect(body).toContain('Privacy\\u{202e}ycavirP Bcc: x');
});
