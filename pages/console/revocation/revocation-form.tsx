import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { toFragment } from '../address.ts';
import { useWords } from '../language.ts';
import { Field } from '../parts/field.tsx';
import type { Draft, Wrong } from './draft.ts';
import { channels, findWrong } from './draft.ts';

type Typed = Event & { readonly currentTarget: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement };

/** The form for a revocation. @param proceed called if the input is valid */
export const RevocationForm = ({
  id,
  draft,
  change,
  proceed,
}: {
  readonly id: string;
  readonly draft: Draft;
  readonly change: (draft: Draft) => void;
  readonly proceed: () => void;
}): VNode => {
  const words = useWords('revocation');
  const { writing } = useWords('evidence');
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const wrong = isTried ? findWrong(id, draft) : [];
  const say = (name: Wrong): string => (wrong.includes(name) ? words.wrong[name] : '');
  const set =
    (name: keyof Draft) =>
    ({ currentTarget }: Typed) =>
      change({ ...draft, [name]: currentTarget.value });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (findWrong(id, draft).length === 0) proceed();
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  return (
    <form ref={form} onSubmit={submit} noValidate autocomplete="off">
      <Field
        label={words.reason}
        hint={words.reasonHint}
        wrong={say('reason-missing')}
        control={(attributes) => <textarea {...attributes} required value={draft.reason} onInput={set('reason')} />}
      />
      <Field
        label={words.channel}
        hint={words.channelHint}
        wrong={say('channel-missing')}
        control={(attributes) => (
          <select {...attributes} required value={draft.channel} onChange={set('channel')}>
            <option value="">{words.choose}</option>
            {channels.map((channel) => (
              <option value={channel}>{writing.channels[channel]}</option>
            ))}
          </select>
        )}
      />
      <Field
        label={words.url}
        hint={words.urlHint}
        wrong={say('url-malformed')}
        control={(attributes) => (
          <input {...attributes} type="url" inputmode="url" value={draft.url} onInput={set('url')} />
        )}
      />
      <Field
        label={words.request}
        hint={words.requestHint}
        wrong={say('too-long')}
        control={(attributes) => <textarea {...attributes} rows={8} value={draft.request} onInput={set('request')} />}
      />
      <p class="actions">
        <button type="submit" class="primary">
          {words.proceed}
        </button>
        <a href={toFragment({ view: 'consent', id })}>{words.back}</a>
      </p>
    </form>
  );
};
