import { newVersion, putVersion } from '../../../shared/notices/new-version.ts';
import type { MadeItem } from '../../../test/support/made-consents.ts';
import { madeAccount } from '../../../test/support/made-consents.ts';

/** The version that made consents name. */
export const versionItem = (time: number): MadeItem => {
  const content = {
    validityDays: 0,
    notification: false,
    title: { eng: 'Privacy' },
    descriptionHtml: { eng: '<p>Privacy</p>' },
  };
  const at = new Date(time);
  const head = { ...newVersion(content, at), versionId: 'c'.repeat(32), pid: 1, version: 1, name: 'privacy' };
  const [version] = putVersion(madeAccount, { head, content, publishedAt: at, publishedBy: 'local:ada' });
  return { ...version.put };
};
