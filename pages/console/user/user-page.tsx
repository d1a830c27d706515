import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ConsentRegisterError } from '../../../client/typescript/index.ts';
import { renderFacts } from '../../parts/consent-parts.ts';
import type { ConsoleWords } from '../../words/console/eng.ts';
import { Failure, Waiting } from '../calls/failure.tsx';
import { useWords } from '../language.ts';
import { PageHeading } from '../parts.tsx';
import { useSession } from '../session/session.ts';
import type { Attempt } from '../session/sign-in.tsx';
import { PasswordField, Throttled, toAttempt, useCountdown } from '../session/sign-in.tsx';

/** Who is signed in, and a form to change the password. */
export const UserPage = (): VNode => {
  const [words, { email }] = [useWords('user'), useWords('session')];
  const { user, accountName, mayWrite } = useSession();
  return (
    <main id="content">
      <PageHeading title={words.heading} />
      {renderFacts([
        [words.name, user.name],
        [email, user.email],
        ...(accountName === undefined ? [] : [[words.account, accountName] as const]),
        [words.rights, mayWrite ? words.editor : words.reader],
      ])}
      <PasswordChange />
    </main>
  );
};

/** What is wrong with a password, if the service says so of this parameter. */
const findFault = (error: unknown, field: string, faults: ConsoleWords['user']['faults']): string => {
  const code = error instanceof ConsentRegisterError && error.errors.find((one) => one.field === field)?.code;
  return typeof code === 'string' && Object.hasOwn(faults, code) ? faults[code as keyof typeof faults] : '';
};

/** Whether it is not known if the password was changed. */
const isOpen = (error: unknown): boolean =>
  !(error instanceof ConsentRegisterError && error.status !== undefined && error.status < 500);

const PasswordChange = (): VNode => {
  const words = useWords('user');
  const { client, user } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const [current, next] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const [{ isUnderWay = false, isDone = false, error, throttledUntil = 0 }, setAttempt] = useState<
    Attempt & { readonly isDone?: boolean }
  >({});
  const remaining = useCountdown(throttledUntil);
  const faults = {
    current: findFault(error, 'currentPassword', words.faults),
    next: findFault(error, 'newPassword', words.faults),
  };
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isUnderWay || remaining > 0) return;
    setAttempt({ isUnderWay: true });
    const [currentPassword, newPassword] = [current.current?.value ?? '', next.current?.value ?? ''];
    try {
      await client.changePassword({ currentPassword, newPassword });
      form.current?.reset();
      setAttempt({ isDone: true });
    } catch (failure) {
      setAttempt(toAttempt(failure));
      (findFault(failure, 'currentPassword', words.faults) === '' ? next : current).current?.select();
    }
  };
  const isExplained = faults.current !== '' || faults.next !== '';
  return (
    <section>
      <h2>{words.change}</h2>
      <p>{words.ends}</p>
      <form ref={form} onSubmit={submit}>
        <input type="email" name="email" autocomplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label={words.current}
          name="current"
          autocomplete="current-password"
          input={current}
          wrong={faults.current}
        />
        <PasswordField
          label={words.next}
          name="next"
          autocomplete="new-password"
          input={next}
          hint={words.rule}
          wrong={faults.next}
        />
        {throttledUntil > 0 ? (
          <Throttled remaining={remaining} />
        ) : (
          error !== undefined && !isExplained && <Failure error={error} />
        )}
        {error !== undefined && isOpen(error) && <p class="warning">{words.unsure}</p>}
        <p class="actions">
          <button type="submit" class="primary" disabled={remaining > 0} aria-disabled={isUnderWay}>
            {words.change}
          </button>
        </p>
        {isUnderWay && <Waiting what={words.sending} />}
        <div role="status">{isDone && <p class="note done">{words.done}</p>}</div>
      </form>
    </section>
  );
};
