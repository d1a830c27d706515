import type { VNode } from 'preact';
import { render } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import { findEmbedded } from '../../verifier/embedded-document.ts';
import { spellThumbprint } from '../../verifier/thumbprint.ts';
import type { Signer, Verification } from '../../verifier/verification.ts';
import { isDoubt } from '../../verifier/verification.ts';
import { newBrowserMarkup } from '../markup/browser-markup.ts';
import type { MarkupShowing } from '../markup/framed-markup.ts';
import { drawInlineFrame, renderMarkup, renderSource } from '../markup/framed-markup.ts';
import { shadowStyle } from '../markup/shadow-style.ts';
import { renderChecks } from '../parts/checks.tsx';
import { renderGiven, renderHeads, renderState, renderTimeline } from '../parts/consent-parts.ts';
import { renderNotice } from '../parts/notice.ts';
import { renderHistory, renderNoticeTexts } from '../parts/notice-texts.tsx';
import { renderCompleteness, renderProofOfConsent, renderRevocation } from '../parts/proof-parts.ts';
import { askAbout, renderErasure, renderHashes } from '../parts/state.tsx';
import { showTime } from '../sentences/plain-time.ts';
import type { EvidenceWords, VerdictInWords, VerdictWords } from '../words/evidence/eng.ts';
import { englishVerdict, pageEnglish } from '../words/evidence/eng.ts';
import { Folded } from './folded.tsx';
import { renderIntake } from './intake.tsx';
import { saveFile } from './save-file.ts';
import type { Trust } from './trust.ts';
import { verifyWith } from './trust.ts';
import { useDrop, useTaking } from './use-given-files.ts';
import type { Witnesses } from './witnesses.ts';
import { addWitnesses, noWitnesses } from './witnesses.ts';

const countOpen = ({ checks }: Verification): number => checks.filter(isDoubt).length;

/** The verdict in words. @param hasKeys whether the reader gave a key */
const describeVerdict = (verification: Verification, hasKeys: boolean, words: VerdictWords): VerdictInWords => {
  const { verdict, signer, checks } = verification;
  if (verdict === 'doubtful') return words.doubtful({ whence: signer?.whence ?? '', open: countOpen(verification) });
  if (verdict === 'valid') return words.valid({ whence: signer?.whence ?? '' });
  if (verdict === 'consistent') return words.consistent({ hasKeys, open: countOpen(verification) });
  return words.refused([...new Set(checks.filter(({ holds }) => holds === false).map(({ part }) => part))]);
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

const selfWarning = (
  <p class="warning">
    <strong>This page cannot vouch for itself.</strong> Somebody who changes the document can also change this page, and
    make it say anything. To be sure, get <code>verify.html</code> from the register or another place that you trust,
    open it, and drop this file and the key of the register onto it. It extracts the document and ignores this page.
  </p>
);

const nameOrigin = ({ fileName, fromPage }: Origin): string => {
  if (fileName === undefined) return 'The document in this page, by the page’s own account';
  return fromPage ? `The document in ${fileName}; the page around it was ignored` : fileName;
};

/** Since when nobody can have changed the consent, as far as the document proves it. */
const findTimes = ({ verdict, checks }: Verification): readonly string[] =>
  verdict === 'refused'
    ? []
    : checks
        .filter(({ name, part }) => name === 'log-time' && part !== 'notice')
        .map(({ saying }) => pageEnglish.checks.says(saying));

/**
 * The verdict in words. Only a valid document is green, and never the document of the page itself.
 *
 * @param hasKeys whether the reader gave a key
 */
const renderVerdict = (verification: Verification, origin: Origin, hasKeys: boolean): VNode => {
  const isOwn = origin.fileName === undefined;
  const { heading, says, todo } = describeVerdict(verification, hasKeys, englishVerdict);
  const isOnlyOwn = isOwn && verification.verdict === 'valid';
  const look = isOnlyOwn ? 'own' : verification.verdict;
  return (
    <div>
      <div class={`verdict ${look}`}>
        <p class="remark">
          <bdi>{tame(nameOrigin(origin))}</bdi>
        </p>
        <h2>{isOnlyOwn ? `${heading}, says this page of itself` : heading}</h2>
        <p>{tame(says)}</p>
        {todo === undefined ? null : (
          <p>
            <strong>What to do:</strong> {tame(todo)}
          </p>
        )}
        {findTimes(verification).map((time) => (
          <p>{tame(time)}</p>
        ))}
      </div>
      {isOwn ? selfWarning : null}
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

const renderOtherTools = ({ statement, signer, bytes }: Shown): VNode => (
  <section>
    <h2>How to check it with other tools</h2>
    <ul>
      <li>
        Save only the document, byte for byte:{' '}
        <button type="button" onClick={() => saveFile(bytes, `evidence-${statement.id}.json`, 'application/json')}>
          Save evidence-{statement.id}.json
        </button>
      </li>
      <li>
        The command line of the register:{' '}
        <code>consent-register evidence verify evidence-{statement.id}.json --key keys.json</code>
      </li>
      <li>
        Any library for JSON Web Signatures: the file is a flattened JWS (RFC 7515) without <code>payload</code>. The
        payload is the member <code>statement</code> as canonical JSON (RFC 8785) in base64url. The signature is ES256.{' '}
        <code>docs/evidence.md</code> of the register has all the rules.
      </li>
      <li>
        The thumbprint of the key (RFC 7638) is <code>{spellThumbprint(signer.kid)}</code>, as <code>kid</code>{' '}
        <code>{signer.kid}</code>. Compare it with the thumbprint that the register publishes.
      </li>
    </ul>
    {renderHashes(statement, pageEnglish)}
    <p class="remark">The document was issued on {showTime(statement.issuedAt)} UTC.</p>
  </section>
);

const showing = showIn(pageEnglish);

/** Everything that the document says about the consent. */
const renderReader = (shown: Shown): VNode => {
  const { statement } = shown;
  return (
    <div key={statement.hashes.record}>
      <StateQuestion statement={statement} words={pageEnglish} />
      {renderGiven(statement, pageEnglish)}
      {renderNotice(statement, <NoticeTexts statement={statement} words={pageEnglish} />, pageEnglish)}
      {renderProofOfConsent(statement, showing, pageEnglish)} {renderRevocation(statement, showing, pageEnglish)}{' '}
      {renderErasure(statement, pageEnglish)}
      {renderTimeline(statement, pageEnglish)} {renderCompleteness(statement, pageEnglish)}{' '}
      {renderHistory(statement, pageEnglish)} {renderOtherTools(shown)}
    </div>
  );
};

/** Lets the browser draw before long work starts. */
const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

/**
 * Verifies the document again whenever an input changes. Undefined until it is done, so the result of one document never appears next to the
 * name of another.
 */
const useOutcome = (given: Given | undefined, trust: Trust | undefined, witnesses: Witnesses): Outcome | undefined => {
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    let isStale = false;
    if (given !== undefined) {
      void drawn()
        .then(() => verifyWith(given.bytes, trust, { ...witnesses, now: new Date() }))
        .catch(() => undefined)
        .then((verification) => isStale || setOutcome({ given, trust, witnesses, verification }));
    }
    return () => {
      isStale = true;
    };
  }, [given, trust, witnesses]);
  const isOwn = outcome?.given === given && outcome?.trust === trust && outcome?.witnesses === witnesses;
  return isOwn ? outcome : undefined;
};

const Result = ({ given, verification }: { readonly given: Given; readonly verification: Verification }): VNode => {
  const { statement, signer, verdict } = verification;
  const [isVerdictDrawn, setDrawn] = useState(false);
  useEffect(() => void drawn().then(() => setDrawn(true)), []);
  const reader = useMemo(
    () =>
      isVerdictDrawn && verdict !== 'refused' && statement && signer
        ? renderReader({ statement, signer, bytes: given.bytes })
        : null,
    [verification, given, isVerdictDrawn],
  );
  useLayoutEffect(() => {
    if (reader === null || !statement) return undefined;
    const before = document.title;
    document.title = `Evidence of consent ${statement.id}`;
    return () => {
      document.title = before;
    };
  }, [reader, statement]);
  return (
    <div>
      {renderChecks(verification, pageEnglish)} {reader}
    </div>
  );
};

/** Browsers have no `crypto.subtle` in a page loaded over http. */
const canVerify = (): boolean => crypto.subtle !== undefined;

const cannotVerify = (
  <p class="warning">
    This browser cannot verify a document here, so nothing is known about the document. Save this page and open it from
    your disk in a newer browser, or use the command <code>consent-register evidence verify</code>.
  </p>
);

const renderOutcome = (given: Given | undefined, trust: Trust | undefined, outcome: Outcome | undefined) => {
  if (!canVerify()) return cannotVerify;
  if (given === undefined) return null;
  if (outcome === undefined) return <p class="verdict">Verifying …</p>;
  const { verification } = outcome;
  return verification ? renderVerdict(verification, given, trust !== undefined) : cannotVerify;
};

/** @param own the document in the page; undefined if there is none */
const App = ({ own }: { readonly own: Uint8Array | undefined }): VNode => {
  const [given, setGiven] = useState<Given | undefined>(own && { bytes: own, fileName: undefined, fromPage: true });
  const [trust, setTrust] = useState<Trust>();
  const [witnesses, setWitnesses] = useState(noWitnesses);
  const [note, setNote] = useState('');
  const outcome = useOutcome(given, trust, witnesses);
  const take = useTaking({
    document: ({ bytes, name, fromPage }) => setGiven({ bytes, fileName: name, fromPage }),
    keys: ({ keys }) => setTrust({ by: 'keys', keys }),
    witnesses: (added) => setWitnesses((before) => addWitnesses(before, added)),
    note: setNote,
  });
  useDrop(take);
  const verification = outcome?.verification;
  return (
    <main>
      <h1>Evidence of a consent</h1>
      <div aria-live="polite" aria-busy={given !== undefined && outcome === undefined}>
        {note === '' ? null : <p class="warning">{tame(note)}</p>}
        {renderOutcome(given, trust, outcome)}
      </div>
      {renderIntake({ trust, witnesses, isOwn: own !== undefined, take, setTrust })}
      {given && verification ? <Result given={given} verification={verification} /> : null}
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
  readonly witnesses: Witnesses;
  readonly verification: Verification | undefined;
}
