import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { Filter } from '../../../../pages/console/address.ts';
import { LanguageContext } from '../../../../pages/console/language.tsx';
import type { RegisterNames } from '../../../../pages/console/names.tsx';
import type { WrongFilter } from '../../../../pages/console/search/filters.tsx';
import { AskForm } from '../../../../pages/console/search/search-form.tsx';
import { spokenIn } from '../../i18n/texts.ts';

const project = (uid: string) => ({ uid, id: uid, name: uid });

const draw = (filter: Filter, names?: RegisterNames, wrong: WrongFilter = {}): string =>
  renderToString(
    h(
      LanguageContext.Provider,
      { value: spokenIn('en') },
      h(AskForm, {
        typed: undefined,
        filter,
        parts: Object.entries(filter).map(([name, value]) => ({ names: [], name, value })),
        names,
        ownKeys: [],
        wrong,
        ask: () => {},
      }),
    ),
  );

/** The fields of the filter, as far as they are shown: of another they are not there. */
const fields = '<div class="fields">';

test('the filters are closed, and a chip says each of them and takes it away; they are open where one was refused', () => {
  expect(draw({ state: 'revoked' })).not.toContain(fields);
  expect(draw({ state: 'revoked' })).toContain('aria-label="Remove: state revoked"');
  expect(draw({})).not.toContain('Remove');
  expect(draw({ state: 'asleep' }, undefined, { state: 'The register does not have this.' })).toContain(fields);
});

test('the project is asked for where there are several, and not before that is known', () => {
  const field = '>Project<';
  const wrong = { state: 'x' };

  expect(draw({}, { projects: [project('a'), project('b')], notices: [] }, wrong)).toContain(field);
  expect(draw({ project: 'a' }, undefined, wrong)).toContain(field);
  expect(draw({}, { projects: [project('a')], notices: [] }, wrong)).not.toContain(field);
  expect(draw({}, undefined, wrong)).not.toContain(field);
});
