import { measureContent } from '../../notices/new-version.ts';
import { parseNoticeVersion } from '../../notices/notice.ts';
import { parseNoticeText } from '../../notices/text.ts';
import { batchGet } from '../../store/batch-get.ts';
import type { Item, Table } from '../../store/client.ts';
import { keyOf } from '../../store/keys.ts';
import type { Report } from './finding.ts';
import type { KeyedItem } from './scan-evidence.ts';

const versionKey = keyOf.noticeVersion('', '').SK;
const accountBeginning = keyOf.account('').PK;

const isVersion = ({ SK }: KeyedItem): boolean => SK.startsWith(versionKey);

/** A version that cannot be read is reported elsewhere. */
const tryToName = (item: KeyedItem) => {
  try {
    const { id, contentHash: hash, textBytes } = parseNoticeVersion(item);
    if (keyOf.noticeVersion('', id).SK !== item.SK) return [];
    return [{ account: item.PK.slice(accountBeginning.length), id, hash, textBytes }];
  } catch {
    return [];
  }
};

const tryToRead = (item: Item | undefined) => {
  try {
    return item && measureContent(parseNoticeText(item));
  } catch {
    return undefined;
  }
};

/** Texts to read at the same time. Each may have 400 KB. */
const atOnce = 20;

/** Checks that the texts of notices have the hashes of their versions, and so the hashes in the consents. */
export const checkTexts = async (table: Table, items: readonly KeyedItem[], report: Report): Promise<void> => {
  const versions = items.filter(isVersion).flatMap(tryToName);
  for (let from = 0; from < versions.length; from += atOnce) {
    const some = versions.slice(from, from + atOnce);
    const keys = some.map(({ account, id }) => keyOf.noticeText(account, id));
    const texts = await batchGet(table, keys, { consistent: true });
    for (const [i, { account, id, hash, textBytes }] of some.entries()) {
      const text = tryToRead(texts[i]);
      if (text?.contentHash !== hash) report({ kind: 'edited', account, id, says: 'its text is another one, or gone' });
      else if (text.textBytes !== textBytes)
        report({ kind: 'copy-differs', account, id, says: `its text has ${text.textBytes} bytes, not ${textBytes}` });
    }
  }
};
