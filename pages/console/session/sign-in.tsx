import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Field, Form, Input } from '../../ui/form.tsx';
import { Failure, Waiting } from '../calls/failure.tsx';
import { useText } from '../language.tsx';
import { serviceUrl } from '../page-settings.ts';
import { PageHeading } from '../parts.tsx';
import type { Attempt } from './password.tsx';
import { isCode, PasswordField, Throttled, toAttempt, useCountdown } from './password.tsx';
import type { EndOfSession } from './session.ts';
import type { Sessions } from './sessions.ts';

/** The sign-in page. @param why the last session ended */
export const SignIn = ({
  why,
  signIn,
}: {
  readonly why: EndOfSession | 'reloaded' | undefined;
  readonly signIn: Sessions['signIn'];
}): VNode => {
  const t = useText();
  const [{ isUnderWay = false, error, throttledUntil = 0 }, setAttempt] = useState<Attempt>({});
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const keep = useRef<HTMLInputElement>(null);
  const remaining = useCountdown(throttledUntil);
  useLayoutEffect(() => email.current?.focus(), []);
  const submit = async (): Promise<void> => {
    if (isUnderWay || remaining > 0) return;
    setAttempt({ isUnderWay: true });
    try {
      const credentials = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' };
      await signIn(credentials, keep.current?.checked ?? false);
    } catch (failure) {
      setAttempt(toAttempt(failure));
      password.current?.select();
    }
  };
  const isWrong = isCode(error, 'credentials.invalid');
  return (
    <main id="content">
      <div class="sign-in">
        {why && (
          <p class="note" role="alert">
            {t(`session.why.${why}`)}
          </p>
        )}
        <Form submit={submit}>
          <PageHeading title={t('session.heading')} />
          <Field label={t('session.email')}>
            <Input input={email} name="email" type="email" autocomplete="username" required />
          </Field>
          <PasswordField
            label={t('session.password')}
            name="password"
            autocomplete="current-password"
            input={password}
            wrong={isWrong ? t('session.wrong') : ''}
          />
          <label class="choice">
            <input ref={keep} type="checkbox" name="keep" /> <span>{t('session.keep')}</span>
          </label>
          {throttledUntil > 0 ? (
            <Throttled remaining={remaining} />
          ) : (
            error !== undefined && !isWrong && <Failure error={error} />
          )}
          <p class="actions">
            <button type="submit" class="primary" disabled={remaining > 0} aria-disabled={isUnderWay}>
              {t('session.signIn')}
            </button>
          </p>
          {isUnderWay && <Waiting what={t('session.signingIn')} />}
        </Form>
        <SignInHelp />
      </div>
    </main>
  );
};

/** Shown while the session that the tab kept, or that another tab has, is tried, and if the service does not answer. */
export const Recalling = ({
  error,
  recall,
  end,
}: { readonly error: unknown } & Pick<Sessions, 'recall' | 'end'>): VNode => {
  const t = useText();
  if (error === undefined)
    return (
      <main id="content">
        <Waiting />
      </main>
    );
  return (
    <main id="content">
      <PageHeading title={t('session.heading')} />
      <Failure error={error} again={recall} />
      <p class="actions">
        <button type="button" onClick={() => end('left')}>
          {t('session.signOut')}
        </button>
      </p>
    </main>
  );
};

/** What the console is, where it is, and who helps. The host is known before anybody signs in; the account's name is not. */
const SignInHelp = (): VNode => {
  const t = useText();
  const { host } = new URL(serviceUrl());
  const questions = [
    [t('signInHelp.noUser'), t('signInHelp.noUserDo')],
    [t('signInHelp.lost'), t('signInHelp.lostDo')],
    [t('signInHelp.person'), t('signInHelp.personDo')],
  ];
  return (
    <section>
      <h2>{t('signInHelp.heading')}</h2>
      <p>{t('signInHelp.place', { host })}</p>
      <p>{t('signInHelp.what')}</p>
      {questions.map(([question, answer]) => (
        <p>
          <strong>{question}</strong> {answer}
        </p>
      ))}
    </section>
  );
};
