import { html } from 'htm/preact';
import type { RefObject, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useWords } from '../language.ts';
import { Field } from '../parts/field.tsx';

/** A password field that can show its text and works with password managers. */
export const PasswordField = ({
  input,
  wrong,
}: {
  readonly input: RefObject<HTMLInputElement>;
  readonly wrong: string;
}): VNode => {
  const words = useWords('session');
  const [isShown, setShown] = useState(false);
  return html`<${Field} label=${words.password} wrong=${wrong} control=${(
    attributes: object,
  ) => html`<span class="with-button">
    <input ...${attributes} ref=${input} name="password" type=${isShown ? 'text' : 'password'} autocomplete="current-password"
      autocapitalize="off" spellcheck=${false} required />
    <button type="button" aria-pressed=${isShown} aria-label=${words.showPassword} onClick=${() => setShown(!isShown)}>${isShown ? words.hide : words.show}</button>
  </span>`} />` as VNode;
};
