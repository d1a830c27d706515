import type { NoticeContent } from '../../shared/notices/content.ts';
import type { NoticeHead } from '../../shared/notices/notice.ts';

/** What publishing a changed content means for those who agreed earlier. */
export interface Consequence {
  /** Whether they must be asked again. */
  readonly asksAgain: boolean;
  readonly says: string;
}

const advice = (name: string, version: number): string =>
  `${name}: version ${version} asks already. If this is a small correction, take askAgain out of notice.json first.`;

/**
 * What publishing content after the current version means for consents (docs/contract.md, States).
 *
 * @param published what the current version says
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
  const asks = `${next} asks again: earlier consents are superseded by it, and \`consent due\` lists who must be asked.`;
  return { asksAgain: true, says: published.askAgain === true ? `${asks}\n${advice(name, version)}` : asks };
};
