import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { putDocument } from '../../../verifier/document.ts';
import { formatThumbprint } from '../../../verifier/keys.ts';
import type { Verification } from '../../../verifier/verification.ts';
import { isDoubt } from '../../../verifier/verification.ts';
import { renderChecks } from '../../parts/checks.tsx';
import { renderFacts } from '../../parts/consent-parts.ts';
import { askAbout } from '../../parts/state.tsx';
import type { Fact } from '../../sentences/consent-facts.ts';
import { spanOf } from '../../sentences/plain-time.ts';
import { CodeText } from '../../verify/code-text.tsx';
import { saveFile } from '../../verify/save-file.ts';
import { useWords } from '../language.ts';
import { MenuButton } from '../menu-button.tsx';
import { evidencePage } from '../page-settings.ts';
import { CopyButton, Foldable } from '../parts.tsx';

/** Checks left to the reader, except who signed, which the page explains separately. */
const countOpen = ({ verification }: Held): number => verification.checks.filter(isDoubt).length;

interface Signing {
  readonly statement: Statement;
  readonly at: string | undefined;
  readonly sign: (at: string | undefined) => void;
}

/** Whether the page shows another time than the document was signed for. */
const isForAnotherTime = (statement: Statement, at: string | undefined): boolean => {
  const { state, issuedAt } = statement;
  const asked = at === undefined ? undefined : askAbout(statement, at);
  return asked ? asked.state.from !== state.from || asked.state.until !== state.until : state.from !== issuedAt;
};

/** The time that the document was signed for, and a way to sign one for the time now shown. */
export const SignedFor = ({ statement, at, sign }: Signing): VNode => {
  const { evidence: words } = useWords('consent');
  const { writing } = useWords('evidence');
  const { state, issuedAt } = statement;
  const isForNow = state.from === issuedAt;
  return (
    <div>
      <p class="remark">{isForNow ? words.signedForNow : words.signedFor(writing.span(spanOf(state)))}</p>
      {isForAnotherTime(statement, at) && (
        <p class="screen">
          <button type="button" onClick={() => sign(at)}>
            {words.sign}
          </button>
        </p>
      )}
    </div>
  );
};

/** The result of the browser's checks, in a line of the summary. */
export const useEvidenceFacts = (held: Held): readonly Fact[] => {
  const { evidence: words } = useWords('consent');
  const open = countOpen(held);
  return [[words.heading, [`${words.unchanged}.`, ...(open > 0 ? [words.open(open)] : [])].join(' ')]];
};

/** The document: the browser's checks, and what only the reader can check. */
export const Evidence = ({ held }: { readonly held: Held }): VNode => {
  const { evidence: words } = useWords('consent');
  const evidence = useWords('evidence');
  const { statement, signer, verification } = held;
  const open = countOpen(held);
  const page = nameFile(held, 'html');
  const thumbprint = formatThumbprint(signer.kid);
  return (
    <section>
      <h2>{words.heading}</h2>
      <p>{words.says}</p>
      <div class="note">
        <p>
          <strong>{words.unchanged}</strong>
        </p>
        <p>{words.trust}</p>
        {open > 0 && (
          <p>
            <strong>{words.open(open)}</strong>
          </p>
        )}
      </div>
      {renderFacts([[words.thumbprint, thumbprint]])}
      <CopyButton text={thumbprint} />
      {renderFacts([
        [words.keyId, signer.kid],
        [words.issued, evidence.facts.time(statement.issuedAt)],
      ])}
      <Foldable heading={<h3>{words.handOn}</h3>}>
        <p>{words.asPage}</p>
        <p>
          <code>
            consent-register evidence show {statement.id} --out {page}
          </code>
        </p>
        <p>{words.verifyWith}</p>
        <p>
          <code>consent-register evidence verify {page} --key keys.json</code>
        </p>
      </Foldable>
      {renderChecks(verification, evidence)}
    </section>
  );
};

/** The state of saving the page. */
type SavingState = 'idle' | 'underway' | 'failed';

/** Ways to keep a document: a page for people, the original for programs, or paper; and a newly signed one for the time asked about. */
export const Saving = ({
  held,
  at,
  sign,
  onSaved,
}: {
  readonly held: Held;
  /** Gets the name of each file that is saved. */
  readonly onSaved: (file: string) => void;
} & Omit<Signing, 'statement'>): VNode => {
  const [{ evidence: words }, { save: name }] = [useWords('consent'), useWords('summary')];
  const [saving, setSaving] = useState<SavingState>('idle');
  const isUnderway = useRef(false);
  const save = async (): Promise<void> => {
    if (isUnderway.current) return;
    isUnderway.current = true;
    setSaving('underway');
    try {
      onSaved(await savePage(held));
      setSaving('idle');
    } catch {
      setSaving('failed');
    } finally {
      isUnderway.current = false;
    }
  };
  const items = [
    { name: words.savePage, act: save },
    { name: words.save, act: () => onSaved(saveDocument(held)) },
    ...(isForAnotherTime(held.statement, at) ? [{ name: words.sign, act: () => sign(at) }] : []),
    { name: words.print, act: () => print() },
  ];
  return (
    <>
      <MenuButton name={name} items={items} isPrimary isBusy={saving === 'underway'} />
      {saving === 'failed' && (
        <span class="wrong" role="alert">
          {words.savePageFailed}
        </span>
      )}
    </>
  );
};

/** What somebody else needs to check the saved file, and the thumbprint that one reads out by telephone. */
export const HandedOn = ({ held: { signer }, file }: { readonly held: Held; readonly file: string }): VNode => {
  const { evidence: words } = useWords('consent');
  const thumbprint = formatThumbprint(signer.kid);
  return (
    <div class="note done screen">
      <p role="status">
        <CodeText text={words.saved(file)} />
      </p>
      <p>
        <CodeText text={words.toCheck} />
      </p>
      <p>
        <code>{thumbprint}</code> <CopyButton text={thumbprint} />
      </p>
    </div>
  );
};

/** The file name of a document: it has the id of the consent and nothing about the person. */
const nameFile = ({ statement }: Pick<Held, 'statement'>, form: 'json' | 'html' = 'json'): string =>
  `evidence-${statement.id}.${form}`;

/** Saves the document byte for byte. @returns the name of the file */
const saveDocument = (held: Held): string => {
  saveFile(held.bytes, nameFile(held), 'application/json');
  return nameFile(held);
};

/**
 * Saves the document in the same self-verifying page that the command line writes. The page template is loaded on demand.
 *
 * @returns the name of the file
 * @throws Error if the template cannot be loaded
 */
const savePage = async (held: Held): Promise<string> => {
  const answer = await fetch(evidencePage());
  if (!answer.ok) throw new Error(`The page of evidence: ${answer.status}`);
  const page = putDocument(await answer.text(), held.bytes);
  saveFile(new TextEncoder().encode(page), nameFile(held, 'html'), 'text/html');
  return nameFile(held, 'html');
};

/** The statement of a document. */
export type Statement = NonNullable<Verification['statement']>;
type Signer = NonNullable<Verification['signer']>;

/** A sound document and its original bytes. */
export interface Held {
  readonly bytes: Uint8Array;
  readonly verification: Verification;
  readonly statement: Statement;
  readonly signer: Signer;
}
