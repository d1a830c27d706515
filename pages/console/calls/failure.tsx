import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ErrorCode } from '../../../client/typescript/index.ts';
import { ConsentRegisterError } from '../../../client/typescript/index.ts';
import type { Spoken } from '../language.tsx';
import { useIsMessage, useText } from '../language.tsx';
import { CopyButton } from '../parts.tsx';

/** What is wrong with each parameter, in the service's words, for values that the page itself does not explain. */
const Errors = ({ errors }: Pick<ConsentRegisterError, 'errors'>): VNode | null =>
  errors.length === 0 ? null : (
    <ul lang="en">
      {errors.map(({ field, detail }) => (
        <li key={field}>
          <code>{field}</code>: {detail}
        </li>
      ))}
    </ul>
  );

/** Repeats what failed, or was stopped. */
export const AgainButton = ({ again }: { readonly again: () => void }): VNode => (
  <p>
    <button type="button" onClick={again}>
      {useText()('calls.again')}
    </button>
  </p>
);

/** Why a call failed and what to do, in the reader's language if the console knows the code. */
export const Failure = ({
  error,
  again,
}: {
  readonly error: unknown;
  readonly again?: (() => void) | undefined;
}): VNode => {
  const t = useText();
  const isMessage = useIsMessage();
  const problem = error instanceof ConsentRegisterError ? error : undefined;
  const code = problem && findCode(problem, isMessage);
  const sentence =
    problem && code === undefined ? (
      <p lang="en">{problem.detail}</p>
    ) : (
      <p>{code === undefined ? t('calls.failed') : t(`calls.problems.${code}`)}</p>
    );
  return (
    <div class="failed" role="alert">
      {sentence}
      {problem && <Errors errors={problem.errors} />}
      {problem?.requestId && (
        <p class="small">
          {t('calls.requestId')}: <code>{problem.requestId}</code> <CopyButton text={problem.requestId} />
        </p>
      )}
      {again && <AgainButton again={again} />}
    </div>
  );
};

type Literal<Code> = Code extends string ? (string extends Code ? never : Code) : never;

/** Every code that the service and the client name. Each has a message. A service that is newer than the page may have more. */
type ProblemCode = Literal<ErrorCode>;

/** Codes for answers that came from something in front of the service, such as API Gateway at a limit. */
const codesOfStatus: Readonly<Record<number, ProblemCode>> = {
  413: 'body.too-large',
  429: 'store.unavailable',
  500: 'service.fault',
  502: 'store.unavailable',
  503: 'store.unavailable',
  504: 'connection.timeout',
};

/** The code whose sentence explains a problem; undefined if the console has none, such as for a newer service. */
export const findCode = (
  { code, status }: Pick<ConsentRegisterError, 'code' | 'status'>,
  isMessage: Spoken['isMessage'],
): ProblemCode | undefined => {
  if (code === 'answer.unexpected') return codesOfStatus[status ?? 0] ?? 'answer.unexpected';
  return isMessage(`calls.problems.${code}`) ? (code as ProblemCode) : undefined;
};

/** Milliseconds until the page says that it is waiting, and until it says that the wait is long. A quick answer does not flicker. */
const [told, long] = [300, 5_000];

/**
 * A line that shows a wait, and offers to end it if it is long.
 *
 * @param what the action that is waited for, if it is not a read
 */
export const Waiting = ({ what, stop }: { readonly what?: string; readonly stop?: () => void }): VNode => {
  const t = useText();
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const timers = [told, long].map((milliseconds) => setTimeout(setPassed, milliseconds, milliseconds));
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <div class="waiting">
      {passed >= told && <span class="spinner" />}
      <span role="status">
        {passed < told ? '' : passed < long ? (what ?? t('calls.waiting')) : t('calls.waitingLong')}
      </span>
      {passed < long || stop === undefined ? null : (
        <>
          {' '}
          <button type="button" class="plain" onClick={stop}>
            {t('calls.stop')}
          </button>
        </>
      )}
    </div>
  );
};
