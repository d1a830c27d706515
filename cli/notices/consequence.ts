import type { NoticeContent } from '../../shared/notices/content.ts';
import type { NoticeHead } from '../../shared/notices/notice.ts';

/** What publishing changed content means for earlier consents. */
export interface Consequence {
  /** Whether people must be asked again. */
  readonly asksAgain: boolean;
  readonly says: string;
}

const advice = (name: string, version: number): string =>
  `${name}: version ${version} already asks again. If this is only a small correction, remove askAgain from notice.json first.`;

/**
 * What publishing content after the current version means for consents (docs/contract.md, States).
 *
 * @param published the content of the current version
 */
export const foreseeConsequence = (
  { name, version }: Pick<NoticeHead, 'name' | 'version'>,
  published: NoticeContent,
  content: NoticeContent,
): Consequence => {
  const next = `${name}: version ${version + 1}`;
  if (content.askAgain !== true) {
    return { asksAgain: false, says: `${next} asks nobody again; earlier consents stay as they are.` };
  }
  const asks = `${next} asks again: it supersedes earlier consents, and \`consent due\` lists whom to ask.`;
  return { asksAgain: true, says: published.askAgain === true ? `${asks}\n${advice(name, version)}` : asks };
};
