import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Statement } from '../../shared/evidence/statement.ts';
import { formatThumbprint } from '../../verifier/keys.ts';
import type { Signer } from '../../verifier/verification.ts';
import { newMarkupShowing } from '../html/frame.tsx';
import { emptyPage } from '../html/frame-page.ts';
import { sanitise } from '../html/sanitise-in-browser.ts';
import type { MarkupShowing } from '../html/shown-markup.ts';
import { newMarkupWords, renderMarkup, sayOnlyWhatIsLeftOut } from '../html/shown-markup.ts';
import { renderGiven, renderHeads, renderState, renderTimeline } from '../parts/consent-parts.ts';
import { renderNotice } from '../parts/notice.ts';
import { renderHistory, renderNoticeTexts } from '../parts/notice-texts.tsx';
import { renderCompleteness, renderProofOfConsent, renderRevocation } from '../parts/proof-parts.ts';
import { askAbout, renderErasure } from '../parts/state.tsx';
import type { EvidenceText } from '../sentences/writing.ts';
import { CodeText } from './code-text.tsx';
import { drawn } from './drawn.ts';
import { Folded } from './folded.tsx';
import { saveFile } from './save-file.ts';

/** A document that was not refused. */
export interface Shown {
  readonly statement: Statement;
  readonly signer: Signer;
  readonly bytes: Uint8Array;
}

/** The state of the consent, and a field for another time. */
const StateQuestion = ({
  statement,
  words,
}: {
  readonly statement: Statement;
  readonly words: EvidenceText;
}): VNode => {
  const [text, setText] = useState('');
  const asked = text.trim() === '' ? statement : askAbout(statement, text);
  const listen = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void =>
    setText(currentTarget.value);
  return (
    <section>
      <h2>{words.t('evidence.question.heading')}</h2>
      <div aria-live="polite">
        {asked ? (
          <>
            <h3>{renderHeads(asked, words)}</h3>
            {renderState(asked, words)}
          </>
        ) : (
          <p class="warning">{words.t('evidence.question.rule')}</p>
        )}
      </div>
      <p class="field">
        <label for="asked-time">{words.t('evidence.question.label')}</label>
        <input id="asked-time" inputmode="text" autocomplete="off" spellcheck={false} value={text} onInput={listen} />
      </p>
      <p class="remark">
        {words.t('evidence.question.remark', {
          time: words.writing.moment(statement.issuedAt),
          isUtc: words.writing.isUtc,
        })}
      </p>
    </section>
  );
};

/** The empty page of frames: a file of the register that serves this page, or a text in it. */
const findFramePage = (): { readonly src: string } | { readonly srcdoc: string } => {
  const served = document.querySelector<HTMLMetaElement>('meta[name="consent-register-frame"]')?.content;
  return served === undefined ? { srcdoc: emptyPage } : { src: new URL(served, location.href).href };
};

/** How the page shows markup. */
const showIn = (words: EvidenceText): MarkupShowing =>
  newMarkupShowing(words, { page: findFramePage(), loadSanitiser: async () => ({ sanitise }) });

/** The text in the language of the consent, then the same version in its other languages. */
const NoticeTexts = ({ statement, words }: { readonly statement: Statement; readonly words: EvidenceText }): VNode =>
  renderNoticeTexts(statement, words, {
    text: (text) =>
      renderMarkup(words.t('evidence.texts.theText'), text, {
        ...showIn(words),
        words: sayOnlyWhatIsLeftOut(newMarkupWords(words.t)),
      }),
    fold: (summary, render) => <Folded summary={summary} render={render} />,
  });

const renderOtherTools = ({ statement, signer, bytes }: Shown, { t, writing }: EvidenceText): VNode => {
  const file = `evidence-${statement.id}.json`;
  return (
    <section>
      <h2>{t('verify.tools.heading')}</h2>
      <ul>
        <li>
          {t('verify.tools.only')}{' '}
          <button type="button" onClick={() => saveFile(bytes, file, 'application/json')}>
            {t('verify.tools.save', { file })}
          </button>
        </li>
        <li>
          {t('verify.tools.command')} <code>consent-register evidence verify {file} --key keys.json</code>
        </li>
        <li>
          <CodeText text={t('verify.tools.library')} />
        </li>
        <li>
          <CodeText
            text={t('verify.tools.thumbprint', { thumbprint: formatThumbprint(signer.kid), kid: signer.kid })}
          />
        </li>
      </ul>
      <p class="remark">{t('verify.tools.issued', { time: writing.moment(statement.issuedAt) })}</p>
    </section>
  );
};

/** Everything that the document says about the consent. */
const renderParts = (shown: Shown, words: EvidenceText): VNode => {
  const { statement } = shown;
  const showing = showIn(words);
  return (
    <div key={`${statement.id} ${statement.issuedAt} ${words.writing.tag}`}>
      <StateQuestion statement={statement} words={words} />
      {renderGiven(statement, words)}
      {renderNotice(statement, <NoticeTexts statement={statement} words={words} />, words)}
      {renderProofOfConsent(statement, showing, words)} {renderRevocation(statement, showing, words)}{' '}
      {renderErasure(statement, words)}
      {renderTimeline(statement, words)} {renderCompleteness(statement, words)} {renderHistory(statement, words)}{' '}
      {renderOtherTools(shown, words)}
    </div>
  );
};

/** The parts of a document, drawn after the verdict. The title of the page names the consent while they are there. */
export const Reader = ({ shown, words }: { readonly shown: Shown; readonly words: EvidenceText }): VNode | null => {
  const [isVerdictDrawn, setDrawn] = useState(false);
  useEffect(() => void drawn().then(() => setDrawn(true)), []);
  const { statement, signer, bytes } = shown;
  const parts = useMemo(
    () => (isVerdictDrawn ? renderParts({ statement, signer, bytes }, words) : null),
    [statement, signer, bytes, isVerdictDrawn, words],
  );
  useLayoutEffect(() => {
    if (!isVerdictDrawn) return undefined;
    const before = document.title;
    document.title = words.t('verify.titleOf', { id: statement.id });
    return () => {
      document.title = before;
    };
  }, [isVerdictDrawn, statement, words]);
  return parts;
};
