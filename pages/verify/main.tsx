import type { VNode } from 'preact';
import { render } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { findEmbedded } from '../../verifier/document.ts';
import type { KeptCheckpoint } from '../../verifier/log/checkpoints.ts';
import type { Verification } from '../../verifier/verification.ts';
import { isDoubt } from '../../verifier/verification.ts';
import { countChecks } from '../describe/checks.ts';
import type { EvidenceText } from '../describe/writing.ts';
import { newWriting } from '../describe/writing.ts';
import { catalogues } from '../i18n/catalogues.ts';
import { madeOnce, newTranslate } from '../i18n/format.ts';
import type { Language } from '../i18n/index.ts';
import { chooseLanguage, chooseRegion, isLanguage, languageTags, nameOfLanguage } from '../i18n/index.ts';
import { CheckLines } from '../ui/checks.tsx';
import { CodeText } from '../ui/text.tsx';
import { useWords, WordsContext } from '../ui/words.ts';
import type { Unused } from './given-files.ts';
import { addCheckpoints, useDrop, useTaking } from './given-files.ts';
import { IntakeFields } from './intake.tsx';
import type { Shown } from './reader.tsx';
import { drawn, Opening, Reader } from './reader.tsx';
import type { RegisterKeys } from './register-keys.ts';
import { awaitRegisterKeys, findKeyAddress } from './register-keys.ts';
import type { Trust } from './trust.ts';
import { verifyWith } from './trust.ts';
import type { Origin } from './verdict.tsx';
import { Verdict } from './verdict.tsx';

/** What the page says in a language, made once. */
const textOf = madeOnce((language: Language): EvidenceText => {
  const region = chooseRegion(language, navigator.languages);
  const t = newTranslate(catalogues[language], region);
  return { t, writing: newWriting(t, region) };
});

const place = document.getElementById('app');
const embedded = document.getElementById('evidence-document')?.outerHTML;

/** A damaged document is verified too, and refused. */
const own = embedded === undefined ? undefined : (findEmbedded(embedded) ?? new Uint8Array());

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

/** The keys of the register that serves the page, and the trust in them; undefined in a page from a file. */
const useRegisterKeys = () => {
  const [register, setRegister] = useState<RegisterKeys | 'awaited' | undefined>(
    findKeyAddress() === undefined ? undefined : 'awaited',
  );
  const [trust, setTrust] = useState<Trust>();
  useLayoutEffect(
    () =>
      awaitRegisterKeys((keys) => {
        setRegister(keys);
        if (keys.is === 'keys') setTrust({ by: 'register', keys: keys.keys });
      }),
    [],
  );
  return { register, trust };
};

/** Browsers have no `crypto.subtle` in a page loaded over http. */
const canVerify = (): boolean => crypto.subtle !== undefined;

const CannotVerify = (): VNode => (
  <p class="warning">
    <CodeText text={useWords().t('verify.cannotVerify')} />
  </p>
);

/** What a document says that was not refused; undefined before its verification. */
const findShown = (given: Given | undefined, verification: Verification | undefined): Shown | undefined => {
  const { statement, signer, verdict } = verification ?? {};
  return given && statement && signer && verdict !== 'refused' ? { statement, signer, bytes: given.bytes } : undefined;
};

/** What came of the verification, or why there is nothing. */
const Result = ({
  given,
  trust,
  outcome,
}: {
  readonly given: Given | undefined;
  readonly trust: Trust | undefined;
  readonly outcome: Outcome | undefined;
}): VNode | null => {
  const { t } = useWords();
  if (!canVerify()) return <CannotVerify />;
  if (given === undefined) return null;
  if (outcome === undefined) return <p class="verdict">{t('verify.verifying')}</p>;
  const { verification } = outcome;
  return verification ? <Verdict verification={verification} origin={given} trust={trust} /> : <CannotVerify />;
};

/** The lines of the checks. They are open where one fails or is left to the reader. */
const Checks = ({ verification }: { readonly verification: Verification }): VNode => {
  const words = useWords();
  return (
    <details class="every checked" open={verification.checks.some((check) => check.holds === false || isDoubt(check))}>
      <summary>
        <h2>{words.t('evidence.checks.heading')}</h2> <span class="remark">{countChecks(verification, words)}</span>
      </summary>
      <CheckLines verification={verification} />
    </details>
  );
};

const describeUnused = (file: Exclude<Unused, { readonly english: string }>, words: EvidenceText): string => {
  if ('remark' in file) return words.t(`verify.files.${file.remark}`, { name: file.name });
  const { code, source, member } = file.keyFault;
  return words.t(`verify.keyFaults.${code}`, { name: source, member });
};

/** Files that were not used. A sentence that exists in English alone is marked as such. */
const Note = ({ files }: { readonly files: readonly Unused[] }): VNode => {
  const words = useWords();
  return (
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
};

const LanguageChoice = ({
  language,
  choose,
}: {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}): VNode => (
  <p class="language">
    <label for="language">{useWords().t('verify.language')}</label>{' '}
    <select
      id="language"
      value={language}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && choose(value)}
    >
      {languageTags.map((tag) => (
        <option key={tag} value={tag} lang={tag}>
          {nameOfLanguage(tag)}
        </option>
      ))}
    </select>
  </p>
);

/** @param own the document in the page; undefined if there is none */
const App = ({ own }: { readonly own: Uint8Array | undefined }): VNode => {
  const [given, setGiven] = useState<Given | undefined>(own && { bytes: own, fileName: undefined, fromPage: true });
  const [ownTrust, setTrust] = useState<Trust>();
  const [checkpoints, setCheckpoints] = useState<readonly KeptCheckpoint[]>([]);
  const [note, setNote] = useState<readonly Unused[]>([]);
  const [language, setLanguage] = useState(chooseLanguage(navigator.languages));
  const ofRegister = useRegisterKeys();
  const words = textOf(language);
  const trust = ownTrust ?? ofRegister.trust;
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
  const shown = findShown(given, verification);
  return (
    <WordsContext.Provider value={words}>
      <main>
        <div class="top">
          <h1>{given === undefined ? words.t('verify.emptyTitle') : words.t('verify.title')}</h1>
          <LanguageChoice language={language} choose={setLanguage} />
        </div>
        {shown && <Opening statement={shown.statement} />}
        <div aria-live="polite" aria-busy={given !== undefined && outcome === undefined}>
          {note.length > 0 && <Note files={note} />}
          <Result given={given} trust={trust} outcome={outcome} />
        </div>
        <IntakeFields
          trust={trust}
          checkpoints={checkpoints}
          document={given?.fileName}
          isOwn={own !== undefined}
          register={ofRegister.register}
          take={take}
          setTrust={setTrust}
        />
        {verification && <Checks verification={verification} />}
        {shown && <Reader shown={shown} />}
      </main>
    </WordsContext.Provider>
  );
};

if (place) render(<App own={own} />, place);
