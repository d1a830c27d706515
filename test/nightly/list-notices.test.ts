import { expect, test } from 'vitest';
import { newIdentifier } from '../../shared/runtime/identifier.ts';
import { languages } from '../../shared/schema/vocabulary.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { list } from '../functions/consent-register/notices/listed-notices.ts';
import { newTenant } from '../support/make/builders.ts';
import { writeItems } from '../support/make/stock.ts';
import { table } from '../support/make/table.ts';

test('10,000 versions in nine languages fit one answer', { timeout: 120_000 }, async () => {
  const tenant = await newTenant();
  const { accountId, pid } = tenant;
  const start = Date.parse('2020-01-01T00:00:00Z');
  const versions = Array.from({ length: 10_000 }, (_, i) => {
    const time = new Date(start + i * 3_600_000);
    const id = newIdentifier(time);
    const publishedBy = `arn:aws:sts::123456789012:assumed-role/${'operators'.repeat(5)}/somebody@shop.example`;
    return {
      ...keyOf.noticeVersion(accountId, id),
      id,
      pid,
      version: i + 2,
      contentHash: 'a'.repeat(64),
      textBytes: 100,
      languages,
      validityDays: 365,
      publishedAt: time.toISOString(),
      publishedBy,
      currentUntil: new Date(start + (i + 1) * 3_600_000).toISOString(),
    };
  });
  await writeItems(table, versions);

  const [notice] = await list(tenant);

  expect(notice?.versions).toHaveLength(10_001);
});
