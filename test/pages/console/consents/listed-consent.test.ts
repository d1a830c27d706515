import { expect, test } from 'vitest';
import { mostPerPage, timeOfId } from '../../../../pages/console/consents/listed-consent.ts';
import { listBounds } from '../../../../shared/api/limits.ts';

test('an id tells its time', () => {
  expect(timeOfId('0192f0c12b3c7d4e8f90a1b2c3d4e5f6')).toBe(new Date(0x0192f0c12b3c).toISOString());
});

test('a list is read in as few calls as the service lets it', () => {
  expect(mostPerPage).toBe(listBounds.perPage);
});
