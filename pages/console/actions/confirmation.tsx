import type { ComponentChildren, VNode } from 'preact';
import type { ListedConsent } from '../../../client/typescript/index.ts';
import { escapeInvisible, escapeInvisibleLines } from '../../../shared/schema/visible-text.ts';
import type { Fact } from '../../describe/consent.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.ts';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import { Failure, Waiting } from '../calls/failure.tsx';
import { useText, useWriting } from '../language.tsx';
import type { RegisterNames } from '../names.tsx';
import { useNoticeNames } from '../names.tsx';
import { StateBadge } from '../parts.tsx';
import { tellWhose } from '../person/person-value.tsx';
import { useSession } from '../session/session.ts';
import type { Act } from './sending.ts';

/**
 * Asks for confirmation before anything is sent.
 *
 * @param of the act, by what its messages begin with
 * @param isFinal whether the act ends something, which its button says by its colour
 * @param children all that will be stored, and of whom
 */
export const Confirmation = ({
  of,
  isFinal = false,
  act: { sending, stop, cancel },
  send,
  children,
}: {
  readonly of: 'erasures.ask' | 'erasures.withdrawal' | 'recording' | 'revocation';
  readonly isFinal?: boolean;
  readonly act: Act;
  readonly send: () => void;
  readonly children: ComponentChildren;
}): VNode => {
  const t = useText();
  const isUnderWay = sending.is === 'under-way';
  return (
    <Dialog heading={t(`${of}.confirm`)} isBusy={isUnderWay} leave={cancel}>
      <p>{t(`${of}.final`)}</p>
      {children}
      {isUnderWay && <Waiting what={t(`${of}.sending`)} stop={stop} />}
      {sending.is === 'stopped' && (
        <p class="warning" role="alert">
          {t(`${of}.stopped`)}
        </p>
      )}
      {sending.is === 'failed' && <Failure error={sending.error} />}
      <p class="actions">
        <button
          type="button"
          class={isFinal ? 'primary final' : 'primary'}
          aria-disabled={isUnderWay}
          onClick={() => isUnderWay || send()}
        >
          {sending.is === 'failed' || sending.is === 'stopped' ? t('acts.again') : t(`${of}.act`)}
        </button>
        {!isUnderWay && (
          <button type="button" onClick={cancel}>
            {t('acts.cancel')}
          </button>
        )}
      </p>
    </Dialog>
  );
};

/**
 * All that will be stored of an act.
 *
 * @param facts short ones
 * @param texts long ones, such as what the person wrote, whole
 */
export const Stored = ({
  facts,
  texts,
}: {
  readonly facts: readonly Fact[];
  readonly texts: readonly Fact[];
}): VNode => {
  const t = useText();
  const { user } = useSession();
  return (
    <section class="stored">
      <h3>{t('acts.stored')}</h3>
      <Facts facts={facts} />
      {texts
        .filter(([, text]) => text !== '')
        .map(([name, text]) => (
          <div key={name}>
            <p class="quiet">{name}</p>
            <blockquote tabindex={0} dir="auto">
              {escapeInvisibleLines(text)}
            </blockquote>
          </div>
        ))}
      <p class="quiet small">{t('acts.storedBeside', { user: `${user.name} (${user.id})` })}</p>
    </section>
  );
};

/** The consents that an act is about, each with whose it is. */
export const ConsentItems = ({
  consents,
  names,
}: {
  readonly consents: readonly ListedConsent[];
  readonly names: RegisterNames | undefined;
}): VNode => (
  <ul class="items">
    {consents.map((consent) => (
      <li key={consent.id}>
        <Item consent={consent} names={names} />
      </li>
    ))}
  </ul>
);

const Item = ({
  consent: { id, consentInformationPid: pid, consentInformationVersion: version, time, state, userData },
  names,
}: {
  readonly consent: ListedConsent;
  readonly names: RegisterNames | undefined;
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const name = useNoticeNames(names)(pid);
  const whose = tellWhose(userData);
  return (
    <>
      <bdi>{escapeInvisible(whose.join(', '))}</bdi>
      <br />
      <a href={toFragment({ view: 'consent', id })}>
        {t('revokeAll.item', { notice: name, version: writing.number(version), time: writing.time(time) })}
      </a>{' '}
      <StateBadge state={state} />
    </>
  );
};

/** A page that an officer may need next, and why. */
export interface NextStep {
  readonly to: Address;
  readonly name: string;
  readonly says: string;
}

/** What comes after an act. */
export const NextSteps = ({ steps }: { readonly steps: readonly NextStep[] }): VNode => {
  const t = useText();
  return (
    <section class="next-steps">
      <h2>{t('acts.next')}</h2>
      <ul>
        {steps.map(({ to, name, says }) => (
          <li key={name}>
            <a href={toFragment(to)}>{name}</a>
            <div class="quiet">{says}</div>
          </li>
        ))}
      </ul>
    </section>
  );
};
