import type { VNode } from 'preact';
import { ConsentRegisterError } from '../../../client/index.ts';
import { useWords } from '../language.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { findCode } from './problem-code.ts';

/** What is wrong with each parameter, in the service's words, for values that the page itself does not explain. */
const renderErrors = ({ errors }: ConsentRegisterError): VNode | null =>
  errors.length === 0 ? null : (
    <ul lang="en">
      {errors.map(({ field, detail }) => (
        <li>
          <code>{field}</code>: {detail}
        </li>
      ))}
    </ul>
  );

/** Why a call failed and what to do, in the reader's language if the console knows the code. */
export const Failure = ({
  error,
  again,
}: {
  readonly error: unknown;
  readonly again?: (() => void) | undefined;
}): VNode => {
  const words = useWords('calls');
  const problem = error instanceof ConsentRegisterError ? error : undefined;
  const code = problem && findCode(problem, words.problems);
  const sentence =
    problem && code === undefined ? (
      <p lang="en">{problem.detail}</p>
    ) : (
      <p>{code === undefined ? words.failed : words.problems[code]}</p>
    );
  return (
    <div class="failed" role="alert">
      {sentence} {problem && renderErrors(problem)}
      {problem?.requestId && (
        <p class="small">
          {words.requestId}: <code>{problem.requestId}</code> <CopyButton text={problem.requestId} />
        </p>
      )}
      {again && (
        <p>
          <button type="button" onClick={again}>
            {words.again}
          </button>
        </p>
      )}
    </div>
  );
};
