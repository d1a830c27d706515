import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from 'vitest';
import { findableValues } from '../../../../shared/consents/evidence.ts';
import { parseEntry } from '../../../../shared/consents/listing.ts';
import { newConsents } from '../../../../shared/consents/new-consent.ts';
import { unitsOf } from '../../../../shared/consents/search/list-pages.ts';
import { newTenant } from '../../../support/builders.ts';
import { unitsOfQuery } from '../../../support/capacity.ts';
import { findShelf } from '../../../support/stock.ts';
import { table } from '../../../support/table.ts';

const observed = { userId: 1, sessionId: '0'.repeat(32), sourceIp: '203.0.113.7', userAgent: 'x', requestId: 'y' };

test.each([1, 3, 50])(
  'what lists are charged is what DynamoDB charges, or up to a fifth more: %d values',
  async (count) => {
    const { accountId, projectUid, pid } = await newTenant();
    const { project, version } = await findShelf(table, accountId, projectUid, pid);
    const userData = Object.fromEntries(Array.from({ length: count }, (_, i) => [`key ${i}`, 'x']));
    const request = {
      projectUid,
      notices: [{ pid }],
      isList: false,
      lang: 'eng' as const,
      channel: 'web' as const,
      proof: { url: 'x' },
      userData,
      values: findableValues(userData),
    };
    const circumstances = { observed, now: new Date(), newId: () => '1'.repeat(32) };
    const [consent] = newConsents(accountId, request, { project, versions: [version] }, circumstances);
    const entries = Array.from({ length: 1_000 }, () => consent?.lookups[0]?.put ?? {});

    const charged =
      unitsOf(entries.map(parseEntry)) /
      unitsOfQuery(
        entries.map((entry) => marshall(entry)),
        false,
      ).read;

    expect(charged).toBeGreaterThan(0.95);
    expect(charged).toBeLessThan(1.2);
  },
);
