import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { askAbout, renderState } from '../parts/state.tsx';
import { headState } from '../wording/consent-state.ts';
import type { EvidenceWords } from '../words/evidence/words.ts';

/** The state of the consent, and a field for another time. */
export const StateQuestion = ({
  statement,
  words,
}: {
  readonly statement: Statement;
  readonly words: EvidenceWords;
}): VNode => {
  const [text, setText] = useState('');
  const { heading, label, rule, remark } = words.question;
  const asked = text.trim() === '' ? statement : askAbout(statement, text);
  const listen = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void =>
    setText(currentTarget.value);
  return (
    <section>
      <h2>{heading}</h2>
      <div aria-live="polite">
        {asked ? (
          <>
            <h3>{headState(asked, words)}</h3>
            {renderState(asked, words)}
          </>
        ) : (
          <p class="warning">{rule}</p>
        )}
      </div>
      <p class="field">
        <label for="asked-time">{label}</label>
        <input id="asked-time" inputmode="text" autocomplete="off" spellcheck={false} value={text} onInput={listen} />
      </p>
      <p class="remark">{remark(statement.issuedAt)}</p>
    </section>
  );
};
