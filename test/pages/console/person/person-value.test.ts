import { expect, test } from 'vitest';
import {
  chooseTelling,
  nameOfValue,
  takeName,
  tellWhose,
  toValues,
} from '../../../../pages/console/person/person-value.tsx';
import { textOf } from '../../i18n/texts.ts';

test('of a person the e-mail tells most, then a code and a telephone, then an own value; names only together', () => {
  const values = toValues({
    last_name: 'Rossi',
    card: { label: 'Card', value: '7' },
    first_name: 'Ada',
    phone: ' ',
    email: 'ada@example.com',
  });

  expect(values.map(({ key }) => key)).toEqual(['email', 'first_name', 'last_name', 'card']);
  expect(chooseTelling(values)).toEqual([{ key: 'email', value: 'ada@example.com' }]);
  expect(chooseTelling(values.slice(1))).toEqual([{ key: 'card', value: '7' }]);
  expect(chooseTelling(values.slice(1, 3))).toEqual(values.slice(1, 3));
});

test('a person is called by name, or else by the value that tells most', () => {
  const values = toValues({ last_name: 'Rossi', first_name: 'Ada', email: 'ada@example.com', phone: '020' });
  const nameless = toValues({ email: 'ada@example.com', phone: '020' });

  expect(takeName(values)).toEqual({ name: 'Ada Rossi', others: values.filter(({ key }) => !key.endsWith('_name')) });
  expect(takeName(nameless)).toEqual({ name: 'ada@example.com', others: [{ key: 'phone', value: '020' }] });
  expect(takeName([])).toEqual({ name: '', others: [] });
});

test('whose a consent is, is told with the name of the person in one', () => {
  const userData = { last_name: 'Rossi', first_name: 'Ada', email: 'ada@example.com', phone: '020' };

  expect(tellWhose(userData)).toEqual(['ada@example.com', 'Ada Rossi', '020']);
  expect(tellWhose({ email: ' ' })).toEqual([]);
});

test.each([
  ['en', ['email', 'Card', 'own value “size”']],
  ['it', ['e-mail', 'Card', 'valore proprio «size»']],
] as const)(
  'in %s a known value has its name in that language, an own one the label of the form, or its key',
  (language, names) => {
    const userData = {
      email: { label: 'La tua email', value: 'ada@example.com' },
      card: { label: 'Card', value: '7' },
      size: 'M',
    };

    expect(Object.keys(userData).map((key) => nameOfValue(textOf(language), userData, key))).toEqual(names);
  },
);
