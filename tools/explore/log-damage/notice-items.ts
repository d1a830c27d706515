import { newVersion, putVersion } from '../../../shared/notices/new-version.ts';
import type { NamedVersion } from '../../../shared/notices/reference.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import type { MadeItem } from '../../../test/support/made-consents.ts';
import { madeAccount } from '../../../test/support/made-consents.ts';

interface Wanted {
  readonly pid: number;
  readonly id: string;
  readonly title: string;
  readonly at: Date;
  /** Default: the first. */
  readonly version?: number;
}

/** The items of a version of a notice that is its current one, and how consents name it. */
export const noticeVersionItems = ({ pid, id, title, at, version: number = 1 }: Wanted) => {
  const content = {
    validityDays: 0,
    notification: false,
    title: { eng: title },
    descriptionHtml: { eng: `<p>${title}</p>` },
  };
  const head = { ...newVersion(content, at), versionId: id, pid, version: number, name: title };
  const [version, text] = putVersion(madeAccount, { head, content, publishedAt: at, publishedBy: 'local:ada' });
  const named: NamedVersion = { pid, versionId: id, contentHash: head.contentHash };
  return {
    head: { ...keyOf.notice(madeAccount, pid), ...head } as MadeItem,
    version: { ...version.put } as MadeItem,
    text: { ...text.put } as MadeItem,
    named,
  };
};
