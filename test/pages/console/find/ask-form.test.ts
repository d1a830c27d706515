import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Filter } from '../../../../pages/console/address.ts';
import { AskForm } from '../../../../pages/console/find/ask-form.tsx';
import { nothingTyped } from '../../../../pages/console/find/guess.ts';
import type { RegisterNames } from '../../../../pages/console/find/register-names.ts';
import { LanguageContext } from '../../../../pages/console/language.ts';
import { spokenIn } from '../../i18n/texts.ts';

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: true })));
afterEach(() => void vi.unstubAllGlobals());

const project = (uid: string) => ({ uid, id: uid, name: uid });

const draw = (text: string, filter: Filter = {}, names?: RegisterNames): string =>
  renderToString(
    h(
      LanguageContext.Provider,
      { value: spokenIn('en') },
      h(AskForm, {
        typed: text === '' ? undefined : { ...nothingTyped, text },
        filter,
        names,
        ownKeys: [],
        ask: () => {},
        tellChanged: () => {},
      }),
    ),
  );

const isOpen = (page: string): boolean => /<details[^>]* open/.test(page);

test('on a wide screen the filters are open, but where a person was searched for without them', () => {
  expect(isOpen(draw(''))).toBe(true);
  expect(isOpen(draw('ada@example.com', { state: 'revoked' }))).toBe(true);
  expect(isOpen(draw('ada@example.com'))).toBe(false);
});

test('the project is asked for where there are several, and not before that is known', () => {
  const field = '>Project<';

  expect(draw('', {}, { projects: [project('a'), project('b')], notices: [] })).toContain(field);
  expect(draw('', { project: 'a' })).toContain(field);
  expect(draw('', {}, { projects: [project('a')], notices: [] })).not.toContain(field);
  expect(draw('')).not.toContain(field);
});
