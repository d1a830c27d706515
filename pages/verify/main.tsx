import type { VNode } from 'preact';
import { render } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Statement } from '../../shared/evidence/statement.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { findEmbedded } from '../../verifier/document.ts';
import { formatThumbprint } from '../../verifier/keys.ts';
import type { KeptCheckpoint } from '../../verifier/log/checkpoints.ts';
import type { Signer, Verification } from '../../verifier/verification.ts';
import { isDoubt } from '../../verifier/verification.ts';
import { chooseLanguage, isLanguage } from '../console/locale.ts';
import { newBrowserMarkup } from '../markup/browser-markup.ts';
import type { MarkupShowing } from '../markup/framed-markup.ts';
import { drawInlineFrame, renderMarkup, renderSource } from '../markup/framed-markup.ts';
import { shadowStyle } from '../markup/shadow-style.ts';
import { listFailing, renderChecks } from '../parts/checks.tsx';
import { renderGiven, renderHeads, renderState, renderTimeline } from '../parts/consent-parts.ts';
import { renderNotice } from '../parts/notice.ts';
import { renderHistory, renderNoticeTexts } from '../parts/notice-texts.tsx';
import { renderCompleteness, renderProofOfConsent, renderRevocation } from '../parts/proof-parts.ts';
import { askAbout, renderErasure } from '../parts/state.tsx';
import { languageTags } from '../words/console/language-tags.ts';
import type { EvidenceWords } from '../words/evidence/eng.ts';
import type { VerdictInWords } from '../words/verify/eng.ts';
import type { PageWords } from '../words/verify/languages.ts';
import { verifyLanguages } from '../words/verify/languages.ts';
import { CodeText } from './code-text.tsx';
import type { Unused } from './dropped.ts';
import { Folded } from './folded.tsx';
import { renderIntake } from './intake.tsx';
import { addCheckpoints } from './kept-checkpoints.ts';
import { saveFile } from './save-file.ts';
import type { Trust } from './trust.ts';
import { verifyWith } from './trust.ts';
import { useDrop, useTaking } from './use-given-files.ts';

const countOpen = ({ checks }: Verification): number => checks.filter(isDoubt).length;

const describeVerdict = (verification: Verification, trust: Trust | undefined, words: PageWords): VerdictInWords => {
  const { verdict, signer } = verification;
  const open = countOpen(verification);
  const whence = trust?.by === 'thumbprint' ? words.intake.givenThumbprint : (signer?.whence ?? '');
  const { valid, doubtful, otherKey, withoutKey, refused } = words.verdict;
  if (verdict === 'doubtful') return doubtful(whence, open);
  if (verdict === 'valid') return valid(whence);
  if (verdict === 'consistent') return trust ? otherKey(open) : withoutKey(open);
  return refused(listFailing(verification, words.evidence));
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
  readonly words: EvidenceWords;
}): VNode => {
  const [text, setText] = useState('');
  const { heading, label, rule, remark } = words.question;
  const asked = text.trim() === '' ? statement : askAbout(statement, text);
  const listen = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void =>
    setText(currentTarget.value);
  return (
    <section>
      <h2>{heading}</h2>
      <div aria-live="polite">
        {asked ? (
          <>
            <h3>{renderHeads(asked, words)}</h3>
            {renderState(asked, words)}
          </>
        ) : (
          <p class="warning">{rule}</p>
        )}
      </div>
      <p class="field">
        <label for="asked-time">{label}</label>
        <input id="asked-time" inputmode="text" autocomplete="off" spellcheck={false} value={text} onInput={listen} />
      </p>
      <p class="remark">{remark(statement.issuedAt)}</p>
    </section>
  );
};

const SelfWarning = ({ words: { self } }: { readonly words: PageWords }): VNode => (
  <p class="warning">
    <strong>{self.strong}</strong> <CodeText text={self.says} />
  </p>
);

const nameOrigin = ({ fileName, fromPage }: Origin, { origin }: PageWords): string => {
  if (fileName === undefined) return origin.own;
  return fromPage ? origin.page(fileName) : fileName;
};

/** Since when nobody can have changed the consent, as far as the document proves it. */
const findTimes = ({ since = [] }: Verification, { evidence }: PageWords): readonly string[] =>
  since.map((one) => evidence.checks.since[one.by](one));

/** The verdict in words. Only a valid document is green, and never the document of the page itself. */
const renderVerdict = (
  verification: Verification,
  origin: Origin,
  trust: Trust | undefined,
  words: PageWords,
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
        <h2>{isOnlyOwn ? words.verdict.ofItself(heading) : heading}</h2>
        <p>{escapeInvisible(says)}</p>
        {todo === undefined ? null : (
          <p>
            <strong>{words.todo}</strong> {escapeInvisible(todo)}
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

const { makeInert, readPlainText } = newBrowserMarkup(document);

/** How the page shows markup. */
const showIn = ({ markup, texts }: EvidenceWords): MarkupShowing => ({
  words: markup,
  drawLooks: drawInlineFrame(makeInert),
  fold: (name, characters, render) => <Folded summary={texts.folded(name, characters)} render={render} />,
});

/** A text isolated from the page: neither affects the other's rules and ids. */
const Apart = ({ text }: { readonly text: string }): VNode => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open' });
    root.innerHTML = `<style>${shadowStyle}</style>${text}`;
  }, [text]);
  return <div ref={place} />;
};

const renderText = (text: string, words: EvidenceWords): VNode => {
  const plain = readPlainText(text);
  const { markup, texts } = words;
  if (plain === undefined) return renderMarkup(texts.theText, text, showIn(words));
  return (
    <div>
      <Apart text={plain} />
      <details>
        <summary>{markup.asWritten}</summary>
        {renderSource(texts.source, text, showIn(words))}
      </details>
    </div>
  );
};

/** The text in the language of the consent, then the same version in its other languages. */
const NoticeTexts = ({ statement, words }: { readonly statement: Statement; readonly words: EvidenceWords }): VNode =>
  renderNoticeTexts(statement, words, {
    text: (text) => renderText(text, words),
    fold: (summary, render) => <Folded summary={summary} render={render} />,
  });

const renderOtherTools = ({ statement, signer, bytes }: Shown, { tools, evidence }: PageWords): VNode => {
  const file = `evidence-${statement.id}.json`;
  return (
    <section>
      <h2>{tools.heading}</h2>
      <ul>
        <li>
          {tools.only}{' '}
          <button type="button" onClick={() => saveFile(bytes, file, 'application/json')}>
            {tools.save(file)}
          </button>
        </li>
        <li>
          {tools.command} <code>consent-register evidence verify {file} --key keys.json</code>
        </li>
        <li>
          <CodeText text={tools.library} />
        </li>
        <li>
          <CodeText text={tools.thumbprint(formatThumbprint(signer.kid), signer.kid)} />
        </li>
      </ul>
      <p class="remark">{tools.issued(evidence.writing.moment(statement.issuedAt))}</p>
    </section>
  );
};

/** Everything that the document says about the consent. */
const renderReader = (shown: Shown, page: PageWords): VNode => {
  const { statement } = shown;
  const { evidence: words } = page;
  const showing = showIn(words);
  return (
    <div key={`${statement.id} ${statement.issuedAt} ${page.tag}`}>
      <StateQuestion statement={statement} words={words} />
      {renderGiven(statement, words)}
      {renderNotice(statement, <NoticeTexts statement={statement} words={words} />, words)}
      {renderProofOfConsent(statement, showing, words)} {renderRevocation(statement, showing, words)}{' '}
      {renderErasure(statement, words)}
      {renderTimeline(statement, words)} {renderCompleteness(statement, words)} {renderHistory(statement, words)}{' '}
      {renderOtherTools(shown, page)}
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
          verifyWith(given.bytes, trust, verifyLanguages.en.intake.givenThumbprint, { checkpoints, now: new Date() }),
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
  readonly words: PageWords;
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
    document.title = words.titleOf(statement.id);
    return () => {
      document.title = before;
    };
  }, [reader, statement, words]);
  return (
    <div>
      {renderChecks(verification, words.evidence)} {reader}
    </div>
  );
};

/** Browsers have no `crypto.subtle` in a page loaded over http. */
const canVerify = (): boolean => crypto.subtle !== undefined;

const CannotVerify = ({ words }: { readonly words: PageWords }): VNode => (
  <p class="warning">
    <CodeText text={words.cannotVerify} />
  </p>
);

const renderOutcome = (
  given: Given | undefined,
  trust: Trust | undefined,
  outcome: Outcome | undefined,
  words: PageWords,
) => {
  if (!canVerify()) return <CannotVerify words={words} />;
  if (given === undefined) return null;
  if (outcome === undefined) return <p class="verdict">{words.verifying}</p>;
  const { verification } = outcome;
  return verification ? renderVerdict(verification, given, trust, words) : <CannotVerify words={words} />;
};

const describeUnused = (file: Exclude<Unused, { readonly english: string }>, words: PageWords): string => {
  if ('remark' in file) return words.files[file.remark](file.name);
  const { code, whence, member } = file.keyFault;
  return words.keyFaults[code](whence, member);
};

/** Files that were not used. A sentence that exists in English alone is marked as such. */
const Note = ({ files, words }: { readonly files: readonly Unused[]; readonly words: PageWords }): VNode => (
  <div class="warning">
    {files.map((file) =>
      'english' in file ? (
        <p>
          {words.onlyEnglish} <span lang="en">{escapeInvisible(file.english)}</span>
        </p>
      ) : (
        <p>{escapeInvisible(describeUnused(file, words))}</p>
      ),
    )}
  </div>
);

const LanguageChoice = ({
  words,
  choose,
}: {
  readonly words: PageWords;
  readonly choose: (words: PageWords) => void;
}): VNode => (
  <p class="language">
    <label for="language">{words.language}</label>{' '}
    <select
      id="language"
      value={words.tag}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && choose(verifyLanguages[value])}
    >
      {languageTags.map((tag) => (
        <option value={tag} lang={tag}>
          {verifyLanguages[tag].name}
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
  const [words, setWords] = useState(verifyLanguages[chooseLanguage(navigator.languages)]);
  const outcome = useOutcome(given, trust, checkpoints);
  const take = useTaking({
    document: ({ bytes, name, fromPage }) => setGiven({ bytes, fileName: name, fromPage }),
    keys: ({ keys }) => setTrust({ by: 'keys', keys }),
    checkpoints: (added) => setCheckpoints((before) => addCheckpoints(before, added)),
    note: setNote,
  });
  useDrop(take);
  useLayoutEffect(() => {
    document.documentElement.lang = words.tag;
    document.title = own === undefined ? words.emptyTitle : words.title;
  }, [words, own]);
  const verification = outcome?.verification;
  return (
    <main>
      <LanguageChoice words={words} choose={setWords} />
      <h1>{words.title}</h1>
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
