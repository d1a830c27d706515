import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ListedConsent } from '../../../client/typescript/index.ts';
import { ConsentRegisterError } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { useKept } from '../acts/kept.ts';
import { toFragment } from '../address.ts';
import { Failure, Waiting } from '../calls/failure.tsx';
import { Dialog } from '../dialog.tsx';
import type { PersonValue } from '../find/person-value.ts';
import { toValues } from '../find/person-value.ts';
import type { RegisterNames } from '../find/register-names.ts';
import { nameNotice } from '../find/register-names.ts';
import { useLanguage, useText, useWriting } from '../language.ts';
import { StateBadge } from '../parts.tsx';
import type { Draft } from './draft.ts';
import { emptyDraft } from './draft.ts';
import { RevocationForm, StoredRevocation } from './revocation-form.tsx';
import { isRevocable, useRevokingAll } from './revoking-all.ts';

type Names = RegisterNames | undefined;

/** A consent and whose it is. */
const Item = ({ consent, names }: { readonly consent: ListedConsent; readonly names: Names }): VNode => {
  const t = useText();
  const language = useLanguage();
  const writing = useWriting();
  const { id, consentInformationPid: pid, consentInformationVersion: version, time, state, userData } = consent;
  const notice = names?.notices.find((one) => one.pid === pid);
  const name = escapeInvisible(notice ? nameNotice(notice, language) : String(pid));
  const whose = toValues(userData).map(({ value }) => value);
  return (
    <span>
      <bdi>{escapeInvisible(whose.join(', '))}</bdi>
      <br />
      <a href={toFragment({ view: 'consent', id })}>
        {t('revokeAll.item', { notice: name, version: writing.number(version), time: writing.time(time) })}
      </a>{' '}
      <StateBadge state={state} />
    </span>
  );
};

const Items = ({ consents, names }: { readonly consents: readonly ListedConsent[]; readonly names: Names }): VNode => (
  <ul class="items">
    {consents.map((consent) => (
      <li key={consent.id}>
        <Item consent={consent} names={names} />
      </li>
    ))}
  </ul>
);

interface DialogProps {
  readonly consents: readonly ListedConsent[];
  readonly draft: Draft;
  readonly values: readonly PersonValue[];
  readonly names: Names;
  readonly cancel: () => void;
  readonly refresh: () => void;
}

/** Why some failed, each reason once. */
const toReasons = (failed: ReadonlyMap<string, unknown>): readonly unknown[] => {
  const codeOf = (error: unknown): string => (error instanceof ConsentRegisterError ? error.code : '');
  return [...new Map([...failed.values()].map((error) => [codeOf(error), error])).values()];
};

/** What has come of it so far. */
const Progress = ({
  revoking: { state, revoked, failed, later },
  all,
  names,
}: {
  readonly revoking: ReturnType<typeof useRevokingAll>;
  readonly all: readonly ListedConsent[];
  readonly names: Names;
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const earlier = [...revoked.values()].filter(({ byThis }) => byThis === false).length;
  const count = (of: { readonly size: number }): string => writing.number(of.size);
  return (
    <div>
      <div role="status">
        {state === 'under-way' && (
          <p>{t('revokeAll.progress', { done: count(revoked), all: writing.number(all.length) })}</p>
        )}
        {state === 'looking' && <p>{t('revokeAll.looking')}</p>}
        {state === 'done' && (
          <p class="note done">
            <strong>{t('revokeAll.done', { count: count(revoked) })}</strong>
          </p>
        )}
        {earlier > 0 && <p>{t('revokeAll.earlier', { count: writing.number(earlier) })}</p>}
      </div>
      {state === 'stopped' && (
        <p class="warning" role="alert">
          {t('revokeAll.stopped')}
        </p>
      )}
      {state === 'not-looked' && (
        <p class="warning" role="alert">
          {t('revokeAll.notLooked')}
        </p>
      )}
      {failed.size > 0 && (
        <div>
          <p class="wrong">{t('revokeAll.failed', { count: count(failed) })}</p>
          <Items consents={all.filter(({ id }) => failed.has(id))} names={names} />
          {toReasons(failed).map((error) => (
            <Failure error={error} />
          ))}
        </div>
      )}
      {later.length > 0 && (
        <div class="warning" role="alert">
          <p>{t('revokeAll.later')}</p>
          <Items consents={later} names={names} />
        </div>
      )}
    </div>
  );
};

/** Asks for confirmation, revokes one after the other, and looks for more. It says what of it failed. */
const RevokeAllDialog = ({ consents, draft, values, names, cancel, refresh }: DialogProps): VNode => {
  const t = useText();
  const writing = useWriting();
  const revoking = useRevokingAll(values, draft);
  const { state, later, send, look, stop } = revoking;
  const all = [...new Map([...consents, ...later].map((consent) => [consent.id, consent])).values()];
  const isBusy = state === 'under-way' || state === 'looking';
  const isBegun = state !== 'not-sent';
  const leave = (): void => (isBegun ? refresh() : cancel());
  const act = {
    'not-sent': t('revokeAll.act'),
    'under-way': t('revokeAll.act'),
    looking: t('revokeAll.act'),
    stopped: t('acts.again'),
    failed: t('acts.again'),
    later: t('revokeAll.goOn'),
    'not-looked': t('revokeAll.look'),
    done: t('revokeAll.refresh'),
  }[state];
  const go = (): void => {
    if (isBusy) return;
    if (state === 'done') refresh();
    else if (state === 'not-looked') look();
    else send(all);
  };
  return (
    <Dialog heading={isBegun ? t('revokeAll.heading') : t('revokeAll.confirm')} isBusy={isBusy} leave={leave}>
      {!isBegun && (
        <div>
          <p>{t('revocation.final')}</p>
          <p>{t('revokeAll.count', { count: writing.number(consents.length) })}</p>
          <Items consents={consents} names={names} />
          <StoredRevocation draft={draft} />
        </div>
      )}
      {isBegun && <Progress revoking={revoking} all={all} names={names} />}
      {state === 'under-way' && <Waiting what={t('revocation.sending')} stop={stop} />}
      <p class="actions">
        <button
          type="button"
          class={state === 'done' || state === 'not-looked' ? 'primary' : 'primary final'}
          aria-disabled={isBusy}
          onClick={go}
        >
          {act}
        </button>
        {!isBusy && state !== 'done' && (
          <button type="button" onClick={leave}>
            {isBegun ? t('revokeAll.refresh') : t('acts.cancel')}
          </button>
        )}
      </p>
    </Dialog>
  );
};

/** Revokes all consents of a person that can be revoked, each under its own key. @param refresh reads the person again */
export const RevokeAll = ({
  found,
  values,
  names,
  refresh,
}: {
  readonly found: readonly ListedConsent[];
  readonly values: readonly PersonValue[];
  readonly names: Names;
  readonly refresh: () => void;
}): VNode | null => {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [draft, setDraft] = useKept(`revocation-of-all-${found.at(-1)?.id}`, emptyDraft);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isOpen) heading.current?.focus();
  }, [isOpen]);
  const consents = found.filter(isRevocable);
  if (consents.length === 0) return null;
  const close = (): void => {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  const finish = (): void => {
    setDraft(emptyDraft);
    refresh();
  };
  if (!isOpen)
    return (
      <p class="actions screen">
        <button ref={opener} type="button" class="final" onClick={() => setOpen(true)}>
          {t('revokeAll.open')}
        </button>
      </p>
    );
  return (
    <section class="screen">
      <h2 ref={heading} tabindex={-1}>
        {t('revokeAll.heading')}
      </h2>
      <p class="warning">{t('revokeAll.says')}</p>
      <RevocationForm draft={draft} change={setDraft} proceed={() => setAsked(true)}>
        <button type="button" onClick={close}>
          {t('acts.cancel')}
        </button>
      </RevocationForm>
      {isAsked && (
        <RevokeAllDialog
          consents={consents}
          draft={draft}
          values={values}
          names={names}
          cancel={() => setAsked(false)}
          refresh={finish}
        />
      )}
    </section>
  );
};
