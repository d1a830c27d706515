import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { tame } from '../../shared/schema/visible-text.ts';
import { askAbout, namesTime, renderState } from '../../verifier/parts/state.ts';
import { headState } from '../../verifier/wording/consent-state.ts';
import { toFragment } from '../address.ts';
import { chooseTelling, toValues } from '../find/person-value.ts';
import { go } from '../frame/use-address.ts';
import { useWords } from '../language.ts';
import type { ControlAttributes } from '../parts/field.ts';
import { Field } from '../parts/field.ts';
import { PageHeading } from '../parts/page-heading.ts';
import type { Statement } from './statement.ts';

/** Where the link goes with the question that it takes back, the reader stays at the field. */
const focusField = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void =>
  currentTarget.closest('form')?.querySelector('input')?.focus();

/** The field for another time. It changes the address, and the answer follows. */
const TimeField = ({ id, at }: { readonly id: string; readonly at: string | undefined }): VNode => {
  const words = useWords('consent');
  const { question } = useWords('evidence');
  const [typed, setTyped] = useState(at ?? '');
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    setTyped(at ?? '');
    setWrong(false);
  }, [at]);
  const submit = (event: SubmitEvent, isKnown: boolean): void => {
    event.preventDefault();
    setWrong(!isKnown);
    if (isKnown) go({ view: 'consent', id, at: typed.trim() === '' ? undefined : typed.trim() });
  };
  const listen = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    setTyped(currentTarget.value);
    setWrong(false);
  };
  return html`<form class="screen" onSubmit=${(event: SubmitEvent) => submit(event, typed.trim() === '' || namesTime(typed))}>
    <${Field} label=${words.askedTime} hint=${words.askedHint} wrong=${isWrong ? question.rule : ''} control=${(
      attributes: ControlAttributes,
    ) => html`<div class="with-button">
      <input ...${attributes} autocomplete="off" spellcheck=${false} value=${typed} onInput=${listen} />
      <button>${words.show}</button>
      ${at !== undefined && html`<a class="button" href=${toFragment({ view: 'consent', id })} onClick=${focusField}>${words.now}</a>`}
    </div>`} />
  </form>` as VNode;
};

/** Of what and of whom the answer speaks, in one line: the values that tell who it is, and none where they are erased. */
const Subject = ({ statement: { claimed, notice } }: { readonly statement: Statement }): VNode => {
  const values = toValues(claimed.userData);
  const names = values.filter(({ key }) => key === 'first_name' || key === 'last_name');
  const told = [
    notice.content?.title[claimed.lang] ?? notice.name,
    names.map(({ value }) => value).join(' '),
    ...chooseTelling(values)
      .filter((one) => !names.includes(one))
      .map(({ value }) => value),
  ].filter((part) => part !== '');
  return html`<p class="subject">${told.map((part, i) => html`${i > 0 && ' · '}<bdi>${tame(part)}</bdi>`)}</p>` as VNode;
};

/** Whether the consent was in force in the time that the address asks about, and why: now where it asks about none. */
export const Answer = ({
  statement,
  at,
}: {
  readonly statement: Statement;
  readonly at: string | undefined;
}): VNode => {
  const words = useWords('consent');
  const evidence = useWords('evidence');
  const asked = at === undefined ? { ...statement, state: statement.stateNow } : askAbout(statement, at);
  return html`<div>
    <${PageHeading} title=${`${words.title} ${statement.id}`}>${asked ? headState(asked, evidence) : words.title}<//>
    <${Subject} statement=${statement} />
    <div aria-live="polite">
      ${asked ? renderState(asked, evidence) : html`<p class="warning">${evidence.question.rule}</p>`}
    </div>
    <${TimeField} id=${statement.id} at=${at} />
    <p class="remark">${evidence.question.remark(statement.issuedAt)}</p>
  </div>` as VNode;
};
