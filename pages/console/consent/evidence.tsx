import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Statement } from '../../../shared/evidence/statement.ts';
import { putDocument } from '../../../verifier/document.ts';
import { formatThumbprint } from '../../../verifier/keys.ts';
import type { Verification } from '../../../verifier/verification.ts';
import { isDoubt } from '../../../verifier/verification.ts';
import type { Fact } from '../../describe/consent.ts';
import { spanOf } from '../../describe/writing.ts';
import { ActMenu } from '../../ui/act-menu.tsx';
import { Checks } from '../../ui/checks.tsx';
import { askAbout } from '../../ui/consent-parts.tsx';
import { Facts } from '../../ui/facts.ts';
import { saveFile } from '../../ui/save-file.ts';
import { CodeText } from '../../ui/text.tsx';
import { useWords } from '../../ui/words.ts';
import { useText } from '../language.tsx';
import { evidencePage, keyFile, verifyPage } from '../page-settings.ts';
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
  const t = useText();
  const { writing } = useWords();
  const { state, issuedAt } = statement;
  const isForNow = state.from === issuedAt;
  return (
    <div>
      <p class="remark">
        {isForNow
          ? t('consent.evidence.signedForNow')
          : t('consent.evidence.signedFor', { span: writing.span(spanOf(state)) })}
      </p>
      {isForAnotherTime(statement, at) && (
        <p class="screen">
          <button type="button" onClick={() => sign(at)}>
            {t('consent.evidence.sign')}
          </button>
        </p>
      )}
    </div>
  );
};

/** The result of the browser's checks, in a line of the summary. */
export const useEvidenceFacts = (held: Held): readonly Fact[] => {
  const t = useText();
  const open = countOpen(held);
  return [
    [
      t('consent.evidence.heading'),
      [`${t('consent.evidence.unchanged')}.`, ...(open > 0 ? [t('consent.evidence.open', { count: open })] : [])].join(
        ' ',
      ),
    ],
  ];
};

/** The document: the browser's checks, and what only the reader can check. */
export const Evidence = ({ held }: { readonly held: Held }): VNode => {
  const t = useText();
  const evidence = useWords();
  const { statement, signer, verification } = held;
  const open = countOpen(held);
  const page = nameFile(held, 'html');
  const thumbprint = formatThumbprint(signer.kid);
  return (
    <section>
      <h2>{t('consent.evidence.heading')}</h2>
      <p>{t('consent.evidence.says')}</p>
      <div class="note">
        <p>
          <strong>{t('consent.evidence.unchanged')}</strong>
        </p>
        <p>{t('consent.evidence.trust')}</p>
        {open > 0 && (
          <p>
            <strong>{t('consent.evidence.open', { count: open })}</strong>
          </p>
        )}
      </div>
      <Facts facts={[[t('consent.evidence.thumbprint'), thumbprint]]} />
      <CopyButton text={thumbprint} />
      <Facts
        facts={[
          [t('consent.evidence.keyId'), signer.kid],
          [t('consent.evidence.issued'), evidence.writing.moment(statement.issuedAt)],
        ]}
      />
      <Foldable heading={<h3>{t('consent.evidence.handOn')}</h3>}>
        <p>{t('consent.evidence.asPage')}</p>
        <p>
          <code>
            consent-register evidence show {statement.id} --out {page}
          </code>
        </p>
        <VerifyingLinks />
        <p>{t('consent.evidence.verifyWith')}</p>
        <p>
          <code>consent-register evidence verify {page} --key keys.json</code>
        </p>
      </Foldable>
      <Checks verification={verification} />
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
  const t = useText();
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
    { name: t('consent.evidence.savePage'), act: save },
    { name: t('consent.evidence.save'), act: () => onSaved(saveDocument(held)) },
    ...(isForAnotherTime(held.statement, at) ? [{ name: t('consent.evidence.sign'), act: () => sign(at) }] : []),
    { name: t('consent.evidence.print'), act: () => print() },
  ];
  return (
    <>
      <ActMenu name={t('summary.save')} items={items} isPrimary isBusy={saving === 'underway'} />
      {saving === 'failed' && (
        <span class="wrong" role="alert">
          {t('consent.evidence.savePageFailed')}
        </span>
      )}
    </>
  );
};

/** Where anybody checks a document, and the keys that the page there loads. */
const VerifyingLinks = (): VNode => {
  const t = useText();
  return (
    <p class="actions">
      <span>{t('consent.evidence.checkHere')}</span>
      <a href={verifyPage()} target="_blank" rel="noopener">
        {t('consent.evidence.verifyPage')}
      </a>
      <a href={keyFile()} download="keys.json">
        {t('consent.evidence.keyFile')}
      </a>
    </p>
  );
};

/** Where somebody else checks the saved file, why a key by another way proves more, and the thumbprint that one reads out by telephone. */
export const HandedOn = ({ held: { signer }, file }: { readonly held: Held; readonly file: string }): VNode => {
  const t = useText();
  const thumbprint = formatThumbprint(signer.kid);
  return (
    <div class="note done screen">
      <p role="status">
        <CodeText text={t('consent.evidence.saved', { file })} />
      </p>
      <VerifyingLinks />
      <p>{t('consent.evidence.keptKey')}</p>
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

type Signer = NonNullable<Verification['signer']>;

/** A sound document and its original bytes. */
export interface Held {
  readonly bytes: Uint8Array;
  readonly verification: Verification;
  readonly statement: Statement;
  readonly signer: Signer;
}
