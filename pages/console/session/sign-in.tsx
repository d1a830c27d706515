import type { RefObject, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ConsentRegisterError } from '../../../client/typescript/index.ts';
import { Failure, Waiting } from '../calls/failure.tsx';
import { Field, Form, Input, unkept } from '../form.tsx';
import { useText, useWriting } from '../language.ts';
import { serviceUrl } from '../page-settings.ts';
import { PageHeading } from '../parts.tsx';
import type { EndOfSession } from './session.ts';
import type { Sessions } from './sessions.ts';

const isCode = (error: unknown, code: string): error is ConsentRegisterError =>
  error instanceof ConsentRegisterError && error.code === code;

/** The result of the last attempt. */
export interface Attempt {
  readonly isUnderWay?: boolean;
  readonly error?: unknown;
  /** When the service accepts attempts again, in milliseconds since 1970. */
  readonly throttledUntil?: number;
}

export const toAttempt = (error: unknown): Attempt =>
  isCode(error, 'login.throttled') && error.retryAfter !== undefined
    ? { error, throttledUntil: Date.now() + error.retryAfter }
    : { error };

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

/** A password field that can show its text and works with password managers. */
export const PasswordField = ({
  label,
  name,
  autocomplete,
  input,
  hint = '',
  wrong,
}: {
  readonly label: string;
  readonly name: string;
  readonly autocomplete: 'current-password' | 'new-password';
  readonly input: RefObject<HTMLInputElement | null>;
  readonly hint?: string;
  readonly wrong: string;
}): VNode => {
  const t = useText();
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} wrong={wrong}>
      <span class="with-button">
        <Input
          {...unkept}
          input={input}
          name={name}
          type={isShown ? 'text' : 'password'}
          autocomplete={autocomplete}
          required
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={t('session.showPassword')}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? t('session.hide') : t('session.show')}
        </button>
      </span>
    </Field>
  );
};

/** Milliseconds left until a time, updated every second; 0 afterwards. */
export const useCountdown = (until: number): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, until - now);
};

/** How long the service refuses attempts. Screen readers read the end, not the countdown. */
export const Throttled = ({ remaining }: { readonly remaining: number }): VNode => {
  const t = useText();
  const writing = useWriting();
  return (
    <div class="warning">
      <p role="alert">{t('session.throttled')}</p>
      {remaining > 0 && <p role="timer">{t('session.wait', { time: writing.duration(remaining) })}</p>}
      <p role="status">{remaining > 0 ? '' : t('session.waitOver')}</p>
    </div>
  );
};
