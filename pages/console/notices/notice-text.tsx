import type { VNode } from 'preact';
import { tame } from '../../../shared/schema/visible-text.ts';
import { useWords } from '../language.ts';
import { renderNoticeMarkup } from './notice-markup.ts';
import { tagOf } from './text-language.ts';

/** The texts of a notice, by language. */
export interface Texts {
  readonly title: Readonly<Partial<Record<string, string>>>;
  readonly descriptionHtml: Readonly<Partial<Record<string, string>>>;
}

/** The text of a notice in one language, as people read it and as source. */
export const NoticeText = ({
  content: { title, descriptionHtml },
  lang,
}: {
  readonly content: Texts;
  readonly lang: string;
}): VNode => {
  const { version: words } = useWords('notices');
  const evidence = useWords('evidence');
  const [heading, text] = [title[lang], descriptionHtml[lang]];
  return (
    <div class="text">
      {heading === undefined ? (
        <p class="quiet">{words.noTitle}</p>
      ) : (
        <h3 lang={tagOf(lang)}>
          <bdi>{tame(heading)}</bdi>
        </h3>
      )}
      {text === undefined ? <p class="quiet">{words.noText}</p> : renderNoticeMarkup(text, evidence)}
    </div>
  );
};
