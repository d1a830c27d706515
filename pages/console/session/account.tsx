import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ConsentRegisterError } from '../../../client/typescript/index.ts';
import type { Translate } from '../../i18n/format.ts';
import { Facts } from '../../ui/facts.ts';
import { Form } from '../../ui/form.tsx';
import { Failure, Waiting } from '../calls/failure.tsx';
import { useText } from '../language.tsx';
import { PageHeading } from '../parts.tsx';
import type { Attempt } from './password.tsx';
import { PasswordField, Throttled, toAttempt, useCountdown } from './password.tsx';
import { useSession } from './session.ts';

/** Who is signed in, and a form to change the password. */
export const UserPage = (): VNode => {
  const t = useText();
  const { user, accountName, mayWrite } = useSession();
  return (
    <main id="content">
      <PageHeading title={t('user.heading')} />
      <Facts
        facts={[
          [t('user.name'), user.name],
          [t('session.email'), user.email],
          ...(accountName === undefined ? [] : [[t('user.account'), accountName] as const]),
          [t('user.rights'), mayWrite ? t('user.editor') : t('user.reader')],
        ]}
      />
      <PasswordChange />
    </main>
  );
};

/** Codes of what the service refuses in a password. */
const faultCodes = ['wrong', 'too-short', 'guessable', 'malformed', 'too-long', 'missing'] as const;

/** What is wrong with a password, if the service says so of this parameter. */
const findFault = (error: unknown, field: string, t: Translate): string => {
  if (!(error instanceof ConsentRegisterError)) return '';
  const found = error.errors.find((one) => one.field === field);
  const code = faultCodes.find((one) => one === found?.code);
  return code === undefined ? '' : t(`user.faults.${code}`);
};

/** Whether it is not known if the password was changed. */
const isOpen = (error: unknown): boolean =>
  !(error instanceof ConsentRegisterError && error.status !== undefined && error.status < 500);

const PasswordChange = (): VNode => {
  const t = useText();
  const { client, user } = useSession();
  const current = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLInputElement>(null);
  const [{ isUnderWay = false, isDone = false, error, throttledUntil = 0 }, setAttempt] = useState<
    Attempt & { readonly isDone?: boolean }
  >({});
  const remaining = useCountdown(throttledUntil);
  const faults = {
    current: findFault(error, 'currentPassword', t),
    next: findFault(error, 'newPassword', t),
  };
  const submit = async (): Promise<void> => {
    if (isUnderWay || remaining > 0) return;
    setAttempt({ isUnderWay: true });
    const [currentPassword, newPassword] = [current.current?.value ?? '', next.current?.value ?? ''];
    try {
      await client.changePassword({ currentPassword, newPassword });
      current.current?.form?.reset();
      setAttempt({ isDone: true });
    } catch (failure) {
      setAttempt(toAttempt(failure));
      (findFault(failure, 'currentPassword', t) === '' ? next : current).current?.select();
    }
  };
  const isExplained = faults.current !== '' || faults.next !== '';
  return (
    <section>
      <h2>{t('user.change')}</h2>
      <p>{t('user.ends')}</p>
      <Form submit={submit}>
        <input type="email" name="email" autocomplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label={t('user.current')}
          name="current"
          autocomplete="current-password"
          input={current}
          wrong={faults.current}
        />
        <PasswordField
          label={t('user.next')}
          name="next"
          autocomplete="new-password"
          input={next}
          hint={t('user.rule')}
          wrong={faults.next}
        />
        {throttledUntil > 0 ? (
          <Throttled remaining={remaining} />
        ) : (
          error !== undefined && !isExplained && <Failure error={error} />
        )}
        {error !== undefined && isOpen(error) && <p class="warning">{t('user.unsure')}</p>}
        <p class="actions">
          <button type="submit" class="primary" disabled={remaining > 0} aria-disabled={isUnderWay}>
            {t('user.change')}
          </button>
        </p>
        {isUnderWay && <Waiting what={t('user.sending')} />}
        <div role="status">{isDone && <p class="note done">{t('user.done')}</p>}</div>
      </Form>
    </section>
  );
};
