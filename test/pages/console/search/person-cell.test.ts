import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { LanguageContext } from '../../../../pages/console/language.tsx';
import { PersonCell } from '../../../../pages/console/search/columns.tsx';
import { languageTags } from '../../../../pages/i18n/index.ts';
import { spokenIn } from '../../i18n/texts.ts';

test.each(languageTags)('a list says of an email that is none, and of no other value: %s', (language) => {
  const spoken = spokenIn(language);
  const draw = (userData: Record<string, string>): string => {
    const cell = h(PersonCell, { consent: { id: 'a'.repeat(32), userData } });
    return renderToString(h(LanguageContext.Provider, { value: spoken }, cell));
  };
  const says = `<bdi>notanemail</bdi><span class="quiet"> (${spoken.t('consents.noMailbox')})</span>`;

  expect(draw({ email: 'notanemail', last_name: 'Rossi' })).toContain(says);
  expect(draw({ email: 'ada@example.com', last_name: 'notanemail' })).not.toContain(says);
});
