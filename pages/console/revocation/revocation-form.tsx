import type { ComponentChildren, VNode } from 'preact';
import { useCheckedForm } from '../acts/checked-form.ts';
import { Stored } from '../acts/confirmation.tsx';
import { useHow, WayField } from '../acts/way-field.tsx';
import { hasPage, waysToRevoke } from '../acts/ways.ts';
import { useWords } from '../language.ts';
import { Field } from '../parts.tsx';
import type { Draft, Wrong } from './draft.ts';
import { findWrong } from './draft.ts';

type Typed = Event & { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement };

/**
 * The form for a revocation, of one consent or of several.
 *
 * @param proceed called if the input is valid
 * @param children the way back
 */
export const RevocationForm = ({
  draft,
  change,
  proceed,
  children,
}: {
  readonly draft: Draft;
  readonly change: (draft: Draft) => void;
  readonly proceed: () => void;
  readonly children: ComponentChildren;
}): VNode => {
  const words = useWords('revocation');
  const { form, submit, wrong } = useCheckedForm(() => findWrong(draft), proceed);
  const say = (name: Wrong): string => (wrong.includes(name) ? words.wrong[name] : '');
  const set =
    (name: keyof Draft) =>
    ({ currentTarget }: Typed) =>
      change({ ...draft, [name]: currentTarget.value });
  return (
    <form ref={form} onSubmit={submit} noValidate autocomplete="off">
      <WayField
        label={words.way}
        hint={words.wayHint}
        wrong={say('way-missing')}
        ways={waysToRevoke}
        way={draft.way}
        change={(way) => change({ ...draft, way })}
      />
      {hasPage(draft.way) && (
        <Field
          label={words.url}
          hint={words.urlHint}
          wrong={say('url-malformed')}
          control={(attributes) => (
            <input {...attributes} type="url" inputmode="url" value={draft.url} onInput={set('url')} />
          )}
        />
      )}
      <Field
        label={words.request}
        hint={words.requestHint}
        wrong={say('too-long')}
        control={(attributes) => <textarea {...attributes} rows={8} value={draft.request} onInput={set('request')} />}
      />
      <Field
        label={words.reason}
        hint={words.reasonHint}
        wrong={say('ground-missing')}
        control={(attributes) => <textarea {...attributes} value={draft.reason} onInput={set('reason')} />}
      />
      <p class="actions">
        <button type="submit" class="primary">
          {words.proceed}
        </button>
        {children}
      </p>
    </form>
  );
};

/** All that a revocation stores. */
export const StoredRevocation = ({ draft: { reason, way, url, request } }: { readonly draft: Draft }): VNode => {
  const words = useWords('revocation');
  const how = useHow();
  return (
    <Stored
      facts={[
        [words.way, how(way || 'web')],
        ...(reason.trim() === '' ? [] : [[words.given, reason.trim()] as const]),
        ...(url.trim() === '' || !hasPage(way) ? [] : [[words.page, url.trim()] as const]),
      ]}
      texts={[[words.said, request.trim()]]}
    />
  );
};
