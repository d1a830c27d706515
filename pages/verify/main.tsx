import type { VNode } from 'preact';
import { render } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Statement } from '../../shared/evidence/statement.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { findEmbedded } from '../../verifier/document.ts';
import { formatThumbprint } from '../../verifier/keys.ts';
import type { KeptCheckpoint } from '../../verifier/log/checkpoints.ts';
import type { Signer, Verification } from '../../verifier/verification.ts';
import { isDoubt } from '../../verifier/verification.ts';
import { newMarkupShowing } from '../html/frame.tsx';
import { emptyPage } from '../html/frame-page.ts';
import { sanitise } from '../html/sanitise-in-browser.ts';
import type { MarkupShowing } from '../html/shown-markup.ts';
import { newMarkupWords, renderMarkup, sayOnlyWhatIsLeftOut } from '../html/shown-markup.ts';
import { catalogues } from '../i18n/catalogues.ts';
import { newTranslate } from '../i18n/format.ts';
import type { Language } from '../i18n/index.ts';
import { chooseLanguage, chooseRegion, isLanguage, languageTags, nameOfLanguage } from '../i18n/index.ts';
import { madeOnce } from '../i18n/made-once.ts';
import { listFailing, renderChecks } from '../parts/checks.tsx';
import { renderGiven, renderHeads, renderState, renderTimeline } from '../parts/consent-parts.ts';
import { renderNotice } from '../parts/notice.ts';
import { renderHistory, renderNoticeTexts } from '../parts/notice-texts.tsx';
import { renderCompleteness, renderProofOfConsent, renderRevocation } from '../parts/proof-parts.ts';
import { askAbout, renderErasure } from '../parts/state.tsx';
import { describeSince } from '../sentences/since.ts';
import type { EvidenceText } from '../sentences/writing.ts';
import { newWriting } from '../sentences/writing.ts';
import { CodeText } from './code-text.tsx';
import type { Unused } from './dropped.ts';
import { Folded } from './folded.tsx';
import { renderIntake } from './intake.tsx';
import { addCheckpoints } from './kept-checkpoints.ts';
import { saveFile } from './save-file.ts';
import type { Trust } from './trust.ts';
import { verifyWith } from './trust.ts';
import { useDrop, useTaking } from './use-given-files.ts';

/** What the page says in a language, made once. */
const textOf = madeOnce((language: Language): EvidenceText => {
  const region = chooseRegion(language, navigator.languages);
  const t = newTranslate(catalogues[language], region);
  return { t, writing: newWriting(t, region) };
});

const countOpen = ({ checks }: Verification): number => checks.filter(isDoubt).length;

/** A verdict in words. */
interface VerdictInWords {
  readonly heading: string;
  readonly says: string;
  /** What to do now; absent if there is nothing to do. */
  readonly todo?: string;
}

const describeVerdict = (verification: Verification, trust: Trust | undefined, words: EvidenceText): VerdictInWords => {
  const { verdict, signer } = verification;
  const open = countOpen(verification);
  const source = trust?.by === 'thumbprint' ? words.t('verify.intake.givenThumbprint') : (signer?.source ?? '');
  const { t } = words;
  if (verdict === 'doubtful')
    return {
      heading: t('verify.verdict.doubtful.heading', { open }),
      says: t('verify.verdict.doubtful.says', { source }),
      todo: t('verify.verdict.doubtful.todo', { open }),
    };
  if (verdict === 'valid')
    return { heading: t('verify.verdict.valid.heading'), says: t('verify.verdict.valid.says', { source }) };
  if (verdict === 'consistent') {
    const unknown = trust ? 'otherKey' : 'withoutKey';
    return {
      heading: t(`verify.verdict.${unknown}.heading`),
      says: t(`verify.verdict.${unknown}.says`, { open }),
      todo: t(`verify.verdict.${unknown}.todo`),
    };
  }
  const places = listFailing(verification, words);
  return { heading: t('verify.verdict.refused.heading'), says: t('verify.verdict.refused.says', { places }) };
};

const place = document.getElementById('app');
const embedded = document.getElementById('evidence-document')?.outerHTML;

/** A damaged document is verified too, and refused. */
const own = embedded === undefined ? undefined : (findEmbedded(embedded) ?? new Uint8Array());

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

const SelfWarning = ({ words: { t } }: { readonly words: EvidenceText }): VNode => (
  <p class="warning">
    <strong>{t('verify.self.strong')}</strong> <CodeText text={t('verify.self.says')} />
  </p>
);

const nameOrigin = ({ fileName, fromPage }: Origin, { t }: EvidenceText): string => {
  if (fileName === undefined) return t('verify.origin.own');
  return fromPage ? t('verify.origin.page', { name: fileName }) : fileName;
};

/** Since when nobody can have changed the consent, as far as the document proves it. */
const findTimes = ({ since = [] }: Verification, words: EvidenceText): readonly string[] =>
  since.map((one) => describeSince(one, words.t, words.writing.moment));

/** The verdict in words. Only a valid document is green, and never the document of the page itself. */
const renderVerdict = (
  verification: Verification,
  origin: Origin,
  trust: Trust | undefined,
  words: EvidenceText,
): VNode => {
  const isOwn = origin.fileName === undefined;
  const { heading, says, todo } = describeVerdict(verification, trust, words);
  const isOnlyOwn = isOwn && verification.verdict === 'valid';
  const look = isOnlyOwn ? 'own' : verification.verdict;
  return (
    <div>
      <div class={`verdict ${look}`}>
        <p class="remark">
          <bdi>{escapeInvisible(nameOrigin(origin, words))}</bdi>
        </p>
        <h2>{isOnlyOwn ? words.t('verify.verdict.ofItself', { heading }) : heading}</h2>
        <p>{escapeInvisible(says)}</p>
        {todo === undefined ? null : (
          <p>
            <strong>{words.t('verify.todo')}</strong> {escapeInvisible(todo)}
          </p>
        )}
        {findTimes(verification, words).map((time) => (
          <p>{escapeInvisible(time)}</p>
        ))}
      </div>
      {isOwn ? <SelfWarning words={words} /> : null}
    </div>
  );
};

/** How the page shows markup. */
const showIn = (words: EvidenceText): MarkupShowing =>
  newMarkupShowing(words, { page: { srcdoc: emptyPage }, loadSanitiser: async () => ({ sanitise }) });

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
const renderReader = (shown: Shown, words: EvidenceText): VNode => {
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

/** Lets the browser draw before long work starts. */
const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

/**
 * Verifies the document again whenever an input changes. Undefined until it is done, so the result of one document never appears next to the
 * name of another.
 */
const useOutcome = (
  given: Given | undefined,
  trust: Trust | undefined,
  checkpoints: readonly KeptCheckpoint[],
): Outcome | undefined => {
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    let isStale = false;
    if (given !== undefined) {
      void drawn()
        .then(() =>
          verifyWith(given.bytes, trust, textOf('en').t('verify.intake.givenThumbprint'), {
            checkpoints,
            now: new Date(),
          }),
        )
        .catch(() => undefined)
        .then((verification) => isStale || setOutcome({ given, trust, checkpoints, verification }));
    }
    return () => {
      isStale = true;
    };
  }, [given, trust, checkpoints]);
  const isOwn = outcome?.given === given && outcome?.trust === trust && outcome?.checkpoints === checkpoints;
  return isOwn ? outcome : undefined;
};

const Result = ({
  given,
  verification,
  words,
}: {
  readonly given: Given;
  readonly verification: Verification;
  readonly words: EvidenceText;
}): VNode => {
  const { statement, signer, verdict } = verification;
  const [isVerdictDrawn, setDrawn] = useState(false);
  useEffect(() => void drawn().then(() => setDrawn(true)), []);
  const reader = useMemo(
    () =>
      isVerdictDrawn && verdict !== 'refused' && statement && signer
        ? renderReader({ statement, signer, bytes: given.bytes }, words)
        : null,
    [verification, given, isVerdictDrawn, words],
  );
  useLayoutEffect(() => {
    if (reader === null || !statement) return undefined;
    const before = document.title;
    document.title = words.t('verify.titleOf', { id: statement.id });
    return () => {
      document.title = before;
    };
  }, [reader, statement, words]);
  return (
    <div>
      {renderChecks(verification, words)} {reader}
    </div>
  );
};

/** Browsers have no `crypto.subtle` in a page loaded over http. */
const canVerify = (): boolean => crypto.subtle !== undefined;

const CannotVerify = ({ words }: { readonly words: EvidenceText }): VNode => (
  <p class="warning">
    <CodeText text={words.t('verify.cannotVerify')} />
  </p>
);

const renderOutcome = (
  given: Given | undefined,
  trust: Trust | undefined,
  outcome: Outcome | undefined,
  words: EvidenceText,
) => {
  if (!canVerify()) return <CannotVerify words={words} />;
  if (given === undefined) return null;
  if (outcome === undefined) return <p class="verdict">{words.t('verify.verifying')}</p>;
  const { verification } = outcome;
  return verification ? renderVerdict(verification, given, trust, words) : <CannotVerify words={words} />;
};

const describeUnused = (file: Exclude<Unused, { readonly english: string }>, words: EvidenceText): string => {
  if ('remark' in file) return words.t(`verify.files.${file.remark}`, { name: file.name });
  const { code, source, member } = file.keyFault;
  return words.t(`verify.keyFaults.${code}`, { name: source, member });
};

/** Files that were not used. A sentence that exists in English alone is marked as such. */
const Note = ({ files, words }: { readonly files: readonly Unused[]; readonly words: EvidenceText }): VNode => (
  <div class="warning">
    {files.map((file) =>
      'english' in file ? (
        <p>
          {words.writing.tag.startsWith('en') ? null : words.t('verify.onlyEnglish')}{' '}
          <span lang="en">{escapeInvisible(file.english)}</span>
        </p>
      ) : (
        <p>{escapeInvisible(describeUnused(file, words))}</p>
      ),
    )}
  </div>
);

const LanguageChoice = ({
  words,
  language,
  choose,
}: {
  readonly words: EvidenceText;
  readonly language: Language;
  readonly choose: (language: Language) => void;
}): VNode => (
  <p class="language">
    <label for="language">{words.t('verify.language')}</label>{' '}
    <select
      id="language"
      value={language}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && choose(value)}
    >
      {languageTags.map((tag) => (
        <option value={tag} lang={tag}>
          {nameOfLanguage(tag)}
        </option>
      ))}
    </select>
  </p>
);

/** @param own the document in the page; undefined if there is none */
const App = ({ own }: { readonly own: Uint8Array | undefined }): VNode => {
  const [given, setGiven] = useState<Given | undefined>(own && { bytes: own, fileName: undefined, fromPage: true });
  const [trust, setTrust] = useState<Trust>();
  const [checkpoints, setCheckpoints] = useState<readonly KeptCheckpoint[]>([]);
  const [note, setNote] = useState<readonly Unused[]>([]);
  const [language, setLanguage] = useState(chooseLanguage(navigator.languages));
  const words = textOf(language);
  const outcome = useOutcome(given, trust, checkpoints);
  const take = useTaking({
    document: ({ bytes, name, fromPage }) => setGiven({ bytes, fileName: name, fromPage }),
    keys: ({ keys }) => setTrust({ by: 'keys', keys }),
    checkpoints: (added) => setCheckpoints((before) => addCheckpoints(before, added)),
    note: setNote,
  });
  useDrop(take);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    document.title = own === undefined ? words.t('verify.emptyTitle') : words.t('verify.title');
  }, [words, language, own]);
  const verification = outcome?.verification;
  return (
    <main>
      <LanguageChoice words={words} language={language} choose={setLanguage} />
      <h1>{words.t('verify.title')}</h1>
      <div aria-live="polite" aria-busy={given !== undefined && outcome === undefined}>
        {note.length === 0 ? null : <Note files={note} words={words} />}
        {renderOutcome(given, trust, outcome, words)}
      </div>
      {renderIntake({ words, trust, checkpoints, isOwn: own !== undefined, take, setTrust })}
      {given && verification ? <Result given={given} verification={verification} words={words} /> : null}
    </main>
  );
};

if (place) render(<App own={own} />, place);

/** The source of the document. */
interface Origin {
  /** Undefined for the page's own document. */
  readonly fileName: string | undefined;
  readonly fromPage: boolean;
}

/** A document that was not refused. */
interface Shown {
  readonly statement: Statement;
  readonly signer: Signer;
  readonly bytes: Uint8Array;
}

interface Given extends Origin {
  readonly bytes: Uint8Array;
}

/** The result of a verification; undefined if the browser failed. */
interface Outcome {
  readonly given: Given;
  readonly trust: Trust | undefined;
  readonly checkpoints: readonly KeptCheckpoint[];
  readonly verification: Verification | undefined;
}
