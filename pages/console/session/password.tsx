import type { RefObject, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ConsentRegisterError } from '../../../client/typescript/index.ts';
import { Field, Input, unkept } from '../../ui/form.tsx';
import { useText, useWriting } from '../language.tsx';

export const isCode = (error: unknown, code: string): error is ConsentRegisterError =>
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
