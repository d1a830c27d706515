import { expect, test } from 'vitest';
import { chooseTelling, toValues } from '../../../../pages/console/find/person-value.ts';

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
