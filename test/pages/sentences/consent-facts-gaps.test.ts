import { expect, test } from 'vitest';
import { describeGap, describeGaps } from '../../../pages/sentences/consent-facts.ts';
import { english } from '../../../pages/words/evidence/eng.ts';
import { gaps } from '../../../shared/evidence/statement-format.ts';
import { statementOf } from '../../support/statement.ts';

test.each(gaps)('%s is said in sentences, and so is what mends it', (gap) => {
  const { says, mend } = describeGap(gap, english);

  for (const text of [says, mend]) expect(text).toMatch(/^[A-Z].+\.$/);
});

test('tells the gaps of the statement, with the languages that there are', () => {
  const statement = { ...statementOf(), completeness: { gaps: ['language-without-text', 'page-unknown'] as const } };
  const claimed = { ...statement.claimed, lang: 'fra' as const };
  const told = describeGaps(
    { ...statement, claimed, completeness: { gaps: [...statement.completeness.gaps] } },
    english,
  );

  expect(told.map(({ gap }) => gap)).toEqual(['language-without-text', 'page-unknown']);
  expect(told[0]?.says).toMatch(/named\. It named fra \(Français\); the version has eng, ita\.$/);
  expect(told[1]?.says).toBe(describeGap('page-unknown', english).says);
});
