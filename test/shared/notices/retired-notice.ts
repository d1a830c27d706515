import { listNoticeVersions } from '../../../shared/notices/notice.ts';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';

export const proxy = await startStoreProxy();

export const { newTenant, noticeContent } = await import('../../support/make/builders.ts');

export const { table } = await import('../../support/make/table.ts');

export const { publishNotice } = await import('../../../shared/notices/publishing.ts');

export const { readRetirement, setUse } = await import('../../../shared/notices/publishing.ts');

export const countRetired = async (accountId: string): Promise<number> =>
  (await listNoticeVersions(table, accountId)).filter(({ retiredAt }) => retiredAt !== undefined).length;
