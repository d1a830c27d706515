import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Statement } from '../../../shared/evidence/statement.ts';
import type { Verification } from '../../../verifier/verification.ts';
import { listFailing } from '../../describe/checks.ts';
import type { MarkedState } from '../../describe/consent.ts';
import { identityFacts, markStates } from '../../describe/consent.ts';
import { Checks } from '../../ui/checks.tsx';
import {
  askAbout,
  Completeness,
  Erasure,
  namesTime,
  ProofOfConsent,
  Revocation,
  SaidAndSeen,
  Timeline,
} from '../../ui/consent-parts.tsx';
import { Facts } from '../../ui/facts.ts';
import type { MarkupShowing } from '../../ui/markup.ts';
import { History, NoticeFacts, NoticeText } from '../../ui/notice-texts.tsx';
import { useWords } from '../../ui/words.ts';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import { AgainButton } from '../calls/failure.tsx';
import { loadVerifier } from '../calls/later.tsx';
import { Called, useCall } from '../calls/use-call.tsx';
import { Trail } from '../frame/trail.tsx';
import { useText } from '../language.tsx';
import { useConsoleShowing } from '../markup.tsx';
import { Badge, Foldable, PageHeading, StateBadge } from '../parts.tsx';
import { useSession } from '../session/session.ts';
import { TimeField } from './at-time.tsx';
import type { Held } from './evidence.tsx';
import { Evidence, HandedOn, Saving, SignedFor, useEvidenceFacts } from './evidence.tsx';
import { Who, WhoToWhat } from './who.tsx';

type ConsentAddress = Extract<Address, { readonly view: 'consent' }>;

/** The document, and the browser's verification of it; undefined if the browser cannot verify. */
interface Received {
  readonly bytes: Uint8Array;
  readonly verification: Verification | undefined;
}

/** Browsers have no `crypto.subtle` in a page loaded over http. */
const verify = async (bytes: Uint8Array): Promise<Verification | undefined> =>
  crypto.subtle === undefined ? undefined : (await loadVerifier()).verifyDocument(bytes, { now: new Date() });

/** The time to ask the service about. A text that names no time stays on the page. */
const toRequest = (id: string, at: string | undefined): { id: string; at?: string } =>
  at === undefined || !namesTime(at) ? { id } : { id, at };

const Shown = ({
  received: { bytes, verification },
  again,
  ...rest
}: {
  readonly received: Received;
  readonly again: () => void;
  readonly address: ConsentAddress;
  readonly sign: (at: string | undefined) => void;
}): VNode => {
  const t = useText();
  if (verification === undefined)
    return (
      <div>
        <PageHeading title={t('consent.title')} />
        <p class="warning">{t('consent.cannotVerify')}</p>
      </div>
    );
  const { verdict, statement, signer } = verification;
  if (verdict === 'refused' || statement === undefined || signer === undefined || statement.id !== rest.address.id)
    return <Refused verification={verification} again={again} />;
  return <Consent held={{ bytes, verification, statement, signer }} {...rest} />;
};

/**
 * One consent, from its signed document. The browser verifies the document before it shows anything of it. The page asks the service once: the
 * state at another time follows from the document.
 */
export const ConsentPage = ({ address }: { readonly address: ConsentAddress }): VNode => {
  const { id, at } = address;
  const [signedAt, setSignedAt] = useState(at);
  const t = useText();
  const calling = useCall(
    async (client, signal): Promise<Received> => {
      const bytes = await client.getEvidenceFile(toRequest(id, signedAt), { signal });
      return { bytes, verification: await verify(bytes) };
    },
    [id, signedAt],
  );
  return (
    <main id="content">
      <Trail above={{ view: 'consents', filter: {} }} name={t('frame.consents')} done={['revocation']} />
      {calling.outcome.is === 'done' ? null : <PageHeading title={t('consent.title')} />}
      <Called
        calling={calling}
        show={(received) => <Shown received={received} again={calling.again} address={address} sign={setSignedAt} />}
      />
    </main>
  );
};

/** Whether and why the consent was in force at the time in the address; without a time, now. An answer comes into sight. */
const Standing = ({ statement, at }: { readonly statement: Statement; readonly at: string | undefined }): VNode => {
  const t = useText();
  const evidence = useWords();
  const answer = useRef<HTMLDivElement>(null);
  const [first] = useState(at);
  useEffect(() => {
    if (at !== first) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const asked = at === undefined ? { ...statement, state: statement.stateNow } : askAbout(statement, at);
  return (
    <div ref={answer} aria-live="polite">
      {asked ? (
        markStates(asked, evidence).map((marked) => <Marked key={marked.when} marked={marked} />)
      ) : (
        <p class="warning">{t('evidence.question.rule')}</p>
      )}
      {at !== undefined && asked?.state.phases.some(({ state }) => state !== 'active') && (
        <p>
          {t('consent.another')} <a href={toFragment({ view: 'person', id: statement.id })}>{t('consent.person')}</a>
        </p>
      )}
    </div>
  );
};

/** A state as a badge, with why it is so. */
const Marked = ({ marked: { when, state, name, why } }: { readonly marked: MarkedState }): VNode => (
  <p class="state">
    {when !== '' && <strong>{when} </strong>}
    {state === 'none' ? (
      <Badge icon="clock" tone="none">
        {name}
      </Badge>
    ) : (
      <StateBadge state={state}>{name}</StateBadge>
    )}{' '}
    <span>{why}</span>
  </p>
);

/** The message for a refused document, or a document of another consent. It shows nothing from the document. */
const Refused = ({
  verification,
  again,
}: {
  readonly verification: Verification;
  readonly again: () => void;
}): VNode => {
  const t = useText();
  const evidence = useWords();
  const failing = listFailing(verification, evidence);
  return (
    <div>
      <PageHeading title={t('consent.title')}>{t('consent.evidence.refused')}</PageHeading>
      <div class="failed" role="alert">
        <p>
          {failing === '' ? t('consent.evidence.otherConsent') : t('consent.evidence.refusedSays', { places: failing })}
        </p>
        <p>{t('consent.evidence.refusedDo')}</p>
        <AgainButton again={again} />
      </div>
      <Checks verification={verification} />
    </div>
  );
};

/** A consent with a sound document: first all that the reader asks about, then what happened, then, folded, the details that prove it. */
const Consent = ({
  held,
  address,
  sign,
}: {
  readonly held: Held;
  readonly address: ConsentAddress;
  /** Requests a newly signed document for another time. */
  readonly sign: (at: string | undefined) => void;
}): VNode => {
  const t = useText();
  const evidence = useWords();
  const facts = useEvidenceFacts(held);
  const { statement } = held;
  const markup = useConsoleShowing();
  return (
    <div class="in-columns">
      <PageHeading title={`${t('consent.title')} ${statement.id}`}>
        <WhoToWhat statement={statement} />
      </PageHeading>
      <p class="paper small">{`${t('consent.title')} ${statement.id}`}</p>
      <Standing statement={statement} at={address.at} />
      <Actions held={held} at={address.at} sign={sign} />
      <div class="beside summary">
        <Who statement={statement} facts={facts} />
        <NoticeText statement={statement} markup={markup} />
      </div>
      <section>
        <TimeField id={statement.id} at={address.at} />
        <p class="remark">
          {evidence.t('evidence.question.remark', {
            time: evidence.writing.moment(statement.issuedAt),
            isUtc: evidence.writing.isUtc,
          })}
        </p>
        <SignedFor statement={statement} at={address.at} sign={sign} />
      </section>
      <Revocation statement={statement} markup={markup} />
      <Erasure statement={statement} />
      <Timeline statement={statement} />
      <Completeness statement={statement} />
      <Technical held={held} markup={markup} />
    </div>
  );
};

/** What proves the answer: needed to verify it, seldom to understand it. Drawn once it is opened, and printed only if it is open. */
const Technical = ({ held, markup }: { readonly held: Held; readonly markup: MarkupShowing }): VNode => {
  const t = useText();
  const [wasOpened, setOpened] = useState(false);
  return (
    <details class="technical" onToggle={() => setOpened(true)}>
      <summary>
        <h2>{t('summary.technical')}</h2> <span class="quiet small">{t('summary.technicalSays')}</span>
      </summary>
      {wasOpened && <Details held={held} markup={markup} />}
    </details>
  );
};

const Details = ({ held, markup }: { readonly held: Held; readonly markup: MarkupShowing }): VNode => {
  const t = useText();
  const evidence = useWords();
  const { statement } = held;
  return (
    <div>
      <Facts facts={identityFacts(statement, evidence)} />
      <ProofOfConsent statement={statement} markup={markup} />
      <FoldablePart heading={t('consent.saidAndSeen')}>
        <SaidAndSeen statement={statement} />
      </FoldablePart>
      <FoldablePart heading={t('evidence.parts.ofText')}>
        <NoticeFacts statement={statement} />
      </FoldablePart>
      <FoldablePart heading={t('evidence.history.heading')}>
        <History statement={statement} />
      </FoldablePart>
      <Evidence held={held} />
    </div>
  );
};

const FoldablePart = ({
  heading,
  children,
}: {
  readonly heading: string;
  readonly children: ComponentChildren;
}): VNode => (
  <section>
    <Foldable heading={<h2>{heading}</h2>}>{children}</Foldable>
  </section>
);

/** A revoked or erased consent cannot be revoked; an expired or superseded one can. */
const isRevocable = ({ times }: Statement): boolean => times.revoked === null && times.erased === null;

/** The actions on a consent, and the links from it. */
const Actions = ({
  held,
  at,
  sign,
}: {
  readonly held: Held;
  readonly at: string | undefined;
  readonly sign: (at: string | undefined) => void;
}): VNode => {
  const t = useText();
  const { mayWrite } = useSession();
  const [saved, setSaved] = useState('');
  const { statement } = held;
  const { id, notice, claimed } = statement;
  return (
    <div>
      <nav class="actions" aria-label={t('consent.actions')}>
        <Saving held={held} at={at} sign={sign} onSaved={setSaved} />
        <a class="button" href={toFragment({ view: 'person', id })}>
          {t('consent.person')}
        </a>
        <a
          class="button"
          href={toFragment({ view: 'version', pid: notice.pid, version: notice.version, lang: claimed.lang })}
        >
          {t('consent.version')}
        </a>
        {mayWrite && isRevocable(statement) && (
          <a class="button final" href={toFragment({ view: 'revocation', id })}>
            {t('consent.revoke')}
          </a>
        )}
      </nav>
      {saved !== '' && <HandedOn held={held} file={saved} />}
    </div>
  );
};
