import type { RefObject, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useWords } from '../language.ts';
import { Field } from '../parts/field.tsx';

const [shown, hidden] = [{ type: 'text' }, { type: 'password' }] as const;

/** A password field that can show its text and works with password managers. */
export const PasswordField = ({
  input,
  wrong,
}: {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly wrong: string;
}): VNode => {
  const words = useWords('session');
  const [isShown, setShown] = useState(false);
  return (
    <Field
      label={words.password}
      wrong={wrong}
      control={(attributes) => (
        <span class="with-button">
          <input
            {...attributes}
            ref={input}
            name="password"
            {...(isShown ? shown : hidden)}
            autocomplete="current-password"
            autocapitalize="off"
            spellcheck={false}
            required
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={words.showPassword}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? words.hide : words.show}
          </button>
        </span>
      )}
    />
  );
};
