import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { ConsentRegisterError } from '../../client/index.ts';
import { useWords } from '../language.ts';
import { CopyButton } from '../parts/copy-button.ts';
import { callWords } from './words/translations.ts';
import type { CallWords, ProblemCode } from './words/words.ts';

const isKnown = (words: CallWords, code: string): code is ProblemCode => Object.hasOwn(words.problems, code);

/** What is wrong with each parameter, as the service says it: for values that a page sent and does not explain itself. */
const renderErrors = ({ errors }: ConsentRegisterError): VNode | null =>
  errors.length === 0
    ? null
    : (html`<ul lang="en">
        ${errors.map(({ field, detail }) => html`<li><code>${field}</code>: ${detail}</li>`)}
      </ul>` as VNode);

/** Why there is no answer, in the reader's language where the console has the code, and what to do about it. */
export const Failure = ({
  error,
  again,
}: {
  readonly error: unknown;
  readonly again?: (() => void) | undefined;
}): VNode => {
  const words = useWords(callWords);
  const problem = error instanceof ConsentRegisterError ? error : undefined;
  const sentence =
    problem === undefined || isKnown(words, problem.code)
      ? html`<p>${problem ? words.problems[problem.code as ProblemCode] : words.failed}</p>`
      : html`<p lang="en">${problem.detail}</p>`;
  return html`<div class="failed" role="alert">
    ${sentence} ${problem && renderErrors(problem)}
    ${
      problem?.requestId &&
      html`<p class="small">${words.requestId}: <code>${problem.requestId}</code> <${CopyButton} text=${problem.requestId} /></p>`
    }
    ${again && html`<p><button type="button" onClick=${again}>${words.again}</button></p>`}
  </div>` as VNode;
};
