import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { identifyingKeys, nameKeys, textOf } from '../../shared/consents/person-data.ts';
import type { Statement } from '../../shared/evidence/statement.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { languageNames } from '../../shared/schema/vocabulary.ts';
import { formatThumbprint } from '../../verifier/keys.ts';
import type { Signer } from '../../verifier/verification.ts';
import { arrivalOf, describeErased, describeStates } from '../describe/consent.ts';
import { emptyPage } from '../html/frame-page.ts';
import { sanitise } from '../html/sanitise-in-browser.ts';
import {
  askAbout,
  Completeness,
  Erasure,
  Given,
  Heads,
  ProofOfConsent,
  Revocation,
  State,
  Timeline,
} from '../ui/consent-parts.tsx';
import { Part } from '../ui/facts.ts';
import { useMarkupShowing } from '../ui/framed-markup.tsx';
import { History, NoticeText } from '../ui/notice-texts.tsx';
import { saveFile } from '../ui/save-file.ts';
import { CodeText } from '../ui/text.tsx';
import { useWords } from '../ui/words.ts';

/** A document that was not refused. */
export interface Shown {
  readonly statement: Statement;
  readonly signer: Signer;
  readonly bytes: Uint8Array;
}

/** The state of the consent, and a field for another time. */
const StateQuestion = ({ statement }: { readonly statement: Statement }): VNode => {
  const words = useWords();
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
            <h3>
              <Heads statement={asked} />
            </h3>
            <State statement={asked} />
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

const OtherTools = ({ shown: { statement, signer, bytes } }: { readonly shown: Shown }): VNode => {
  const { t, writing } = useWords();
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
const Parts = ({ shown }: { readonly shown: Shown }): VNode => {
  const { t } = useWords();
  const { statement } = shown;
  const markup = useMarkupShowing({ page: findFramePage(), loadSanitiser: async () => ({ sanitise }) });
  return (
    <div>
      <StateQuestion statement={statement} />
      <Given statement={statement} />
      <NoticeText statement={statement} markup={markup} hasFacts />
      <ProofOfConsent statement={statement} markup={markup} />
      <Revocation statement={statement} markup={markup} />
      <Erasure statement={statement} />
      <Timeline statement={statement} />
      <Completeness statement={statement} />
      <Part heading={t('evidence.history.heading')}>
        <History statement={statement} />
      </Part>
      <OtherTools shown={shown} />
    </div>
  );
};

/** The parts of a document, drawn after the verdict. The title of the page names the consent while they are there. */
export const Reader = ({ shown: { statement, signer, bytes } }: { readonly shown: Shown }): VNode | null => {
  const { t, writing } = useWords();
  const [isVerdictDrawn, setDrawn] = useState(false);
  useEffect(() => void drawn().then(() => setDrawn(true)), []);
  /** A change of the verdict alone does not draw them again. */
  const parts = useMemo(
    () => <Parts key={`${statement.id} ${statement.issuedAt} ${writing.tag}`} shown={{ statement, signer, bytes }} />,
    [statement, signer, bytes, writing.tag],
  );
  useLayoutEffect(() => {
    if (!isVerdictDrawn) return undefined;
    const before = document.title;
    document.title = t('verify.titleOf', { id: statement.id });
    return () => {
      document.title = before;
    };
  }, [isVerdictDrawn, statement, t]);
  return isVerdictDrawn ? parts : null;
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

const OpeningPart = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }): VNode => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Who agreed to what, when and how, and how it stood when the document was issued, at a glance. */
export const Opening = ({ statement }: { readonly statement: Statement }): VNode => {
  const words = useWords();
  const { t, writing } = words;
  const { account, claimed, imported, notice, times } = statement;
  const who = whoOf(statement);
  const title = notice.content?.title[claimed.lang];
  const given = writing.moment(times.given);
  const now = { ...statement, state: statement.stateNow };
  const [state] = describeStates(now, words);
  return (
    <dl class="opening">
      <OpeningPart name={t('verify.opening.who')}>
        {who.length === 0 ? <Line text={describeErased(statement, words)} /> : null}
        {who.slice(0, shown.values).map((value) => (
          <Line text={value} />
        ))}
        {who.length > shown.values ? (
          <p class="remark">{t('verify.opening.more', { count: who.length - shown.values })}</p>
        ) : null}
      </OpeningPart>
      <OpeningPart name={t('verify.opening.what')}>
        <Line text={title ?? notice.name} lang={title === undefined ? undefined : languageNames[claimed.lang].tag} />
        <p class="remark">{t('verify.opening.version', { version: notice.version })}</p>
        <Line text={account.name} />
      </OpeningPart>
      <OpeningPart name={t('verify.opening.when')}>
        <Line text={imported === null ? given : t('evidence.facts.givenInFile', { time: given })} />
        <p class="remark">
          <bdi>{writing.how(arrivalOf(statement))}</bdi>
        </p>
      </OpeningPart>
      <OpeningPart name={t('verify.opening.state')}>
        <p class={`badge ${state?.isHolding === true ? 'holds' : 'ended'}`}>
          <Heads statement={now} />
        </p>
        <p class="remark">{state?.says}</p>
      </OpeningPart>
    </dl>
  );
};

/** Lets the browser draw before long work starts. */
export const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
