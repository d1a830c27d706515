import type { ComponentChildren, VNode } from 'preact';
import { escapeInvisibleLines } from '../../../shared/schema/visible-text.ts';
import { Facts } from '../../parts/consent-parts.ts';
import type { Fact } from '../../sentences/consent-facts.ts';
import { Failure, Waiting } from '../calls/failure.tsx';
import { Dialog } from '../dialog.tsx';
import { useText } from '../language.ts';
import { useSession } from '../session/session.ts';
import type { Sending } from './sending.ts';

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
  sending,
  send,
  stop,
  cancel,
  children,
}: {
  readonly of: 'erasures.ask' | 'erasures.withdrawal' | 'recording' | 'revocation';
  readonly isFinal?: boolean;
  readonly sending: Sending<unknown>;
  readonly send: () => void;
  readonly stop: () => void;
  readonly cancel: () => void;
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
