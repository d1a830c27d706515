import type { Statement } from '../../../shared/evidence/statement-schema.ts';
import type { NoticeContent } from '../../../shared/notices/content.ts';
import { contentHash } from '../../../shared/notices/text.ts';
import type { Said } from '../../support/make/statement.ts';
import { statementOf } from '../../support/make/statement.ts';

/** A statement of a consent to a version that says more, of a person of whom other things are known. */
export const stated = (
  terms: Partial<NoticeContent>,
  { userData, ...said }: Said & { readonly userData?: Statement['claimed']['userData'] } = {},
): Statement => {
  const statement = statementOf(said);
  const { notice, claimed } = statement;
  if (notice.content === null) throw new Error('The fixture has a text.');
  const content = { ...notice.content, ...terms };
  const hash = contentHash(content);
  return {
    ...statement,
    claimed: { ...claimed, ...(userData !== undefined && { userData }) },
    notice: {
      ...notice,
      content,
      hash: { storedWithConsent: hash, storedWithVersion: hash, recomputed: hash, agree: true },
    },
  };
};
