import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { identifyingKeys, nameKeys, textOf } from '../../shared/consents/person-data.ts';
import type { Statement } from '../../shared/evidence/statement.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { languageNames } from '../../shared/schema/vocabulary.ts';
import { formatThumbprint } from '../../verifier/keys.ts';
import type { Signer } from '../../verifier/verification.ts';
import { arrivalOf, describeErased, describeStates } from '../describe/consent.ts';
import type { EvidenceText } from '../describe/writing.ts';
import { emptyPage } from '../html/frame-page.ts';
import { sanitise } from '../html/sanitise-in-browser.ts';
import {
  askAbout,
  renderCompleteness,
  renderErasure,
  renderGiven,
  renderHeads,
  renderProofOfConsent,
  renderRevocation,
  renderState,
  renderTimeline,
} from '../ui/consent-parts.tsx';
import { newMarkupShowing } from '../ui/framed-markup.tsx';
import type { MarkupShowing } from '../ui/markup.ts';
import { newMarkupWords, renderMarkup, sayOnlyWhatIsLeftOut } from '../ui/markup.ts';
import { renderHistory, renderNotice, renderNoticeTexts } from '../ui/notice-texts.tsx';
import { saveFile } from '../ui/save-file.ts';
import { CodeText, Folded } from '../ui/text.tsx';

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

/** How many values of a person stand in the opening, and how long each may be. */
const shown = { values: 3, characters: 120 };

/** The values of the person, as lines: the whole name, then what identifies them, then the others. */
const whoOf = ({ claimed: { userData } }: Statement): readonly string[] => {
  const values = new Map(Object.entries(userData).map(([key, member]) => [key, textOf(member).trim()]));
  const named = [...nameKeys, ...identifyingKeys];
  const others = [...values.keys()].filter((key) => !named.includes(key));
  const valuesOf = (keys: readonly string[]): readonly string[] => keys.map((key) => values.get(key) ?? '');
  const name = valuesOf(nameKeys).join(' ').trim();
  return [name, ...valuesOf([...identifyingKeys, ...others])].filter((value) => value !== '');
};

const shorten = (text: string): string => {
  const characters = [...text];
  return characters.length > shown.characters ? `${characters.slice(0, shown.characters).join('')}…` : text;
};

const Line = ({ text, lang }: { readonly text: string; readonly lang?: string | undefined }): VNode => (
  <p>
    <bdi lang={lang}>{shorten(escapeInvisible(text))}</bdi>
  </p>
);

const Part = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }): VNode => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Who agreed to what, when and how, and how it stood when the document was issued, at a glance. */
export const Opening = ({
  statement,
  words,
}: {
  readonly statement: Statement;
  readonly words: EvidenceText;
}): VNode => {
  const { t, writing } = words;
  const { account, claimed, imported, notice, times } = statement;
  const who = whoOf(statement);
  const title = notice.content?.title[claimed.lang];
  const given = writing.moment(times.given);
  const now = { ...statement, state: statement.stateNow };
  const [state] = describeStates(now, words);
  return (
    <dl class="opening">
      <Part name={t('verify.opening.who')}>
        {who.length === 0 ? <Line text={describeErased(statement, words)} /> : null}
        {who.slice(0, shown.values).map((value) => (
          <Line text={value} />
        ))}
        {who.length > shown.values ? (
          <p class="remark">{t('verify.opening.more', { count: who.length - shown.values })}</p>
        ) : null}
      </Part>
      <Part name={t('verify.opening.what')}>
        <Line text={title ?? notice.name} lang={title === undefined ? undefined : languageNames[claimed.lang].tag} />
        <p class="remark">{t('verify.opening.version', { version: notice.version })}</p>
        <Line text={account.name} />
      </Part>
      <Part name={t('verify.opening.when')}>
        <Line text={imported === null ? given : t('evidence.facts.givenInFile', { time: given })} />
        <p class="remark">
          <bdi>{writing.how(arrivalOf(statement))}</bdi>
        </p>
      </Part>
      <Part name={t('verify.opening.state')}>
        <p class={`badge ${state?.isHolding === true ? 'holds' : 'ended'}`}>{renderHeads(now, words)}</p>
        <p class="remark">{state?.says}</p>
      </Part>
    </dl>
  );
};

/** Lets the browser draw before long work starts. */
export const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
