import type { ComponentChildren, VNode } from 'preact';
import { useCheckedForm } from '../acts/checked-form.ts';
import { Stored } from '../acts/confirmation.tsx';
import { useHow, WayField } from '../acts/way-field.tsx';
import { hasPage, waysToRevoke } from '../acts/ways.ts';
import { useText } from '../language.ts';
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
  const t = useText();
  const { form, submit, wrong } = useCheckedForm(() => findWrong(draft), proceed);
  const say = (name: Wrong): string => (wrong.includes(name) ? t(`revocation.wrong.${name}`) : '');
  const set =
    (name: keyof Draft) =>
    ({ currentTarget }: Typed) =>
      change({ ...draft, [name]: currentTarget.value });
  return (
    <form ref={form} onSubmit={submit} noValidate autocomplete="off">
      <WayField
        label={t('revocation.way')}
        hint={t('revocation.wayHint')}
        wrong={say('way-missing')}
        ways={waysToRevoke}
        way={draft.way}
        change={(way) => change({ ...draft, way })}
      />
      {hasPage(draft.way) && (
        <Field
          label={t('revocation.url')}
          hint={t('revocation.urlHint')}
          wrong={say('url-malformed')}
          control={(attributes) => (
            <input {...attributes} type="url" inputmode="url" value={draft.url} onInput={set('url')} />
          )}
        />
      )}
      <Field
        label={t('revocation.request')}
        hint={t('revocation.requestHint')}
        wrong={say('too-long')}
        control={(attributes) => <textarea {...attributes} rows={8} value={draft.request} onInput={set('request')} />}
      />
      <Field
        label={t('revocation.reason')}
        hint={t('revocation.reasonHint')}
        wrong={say('ground-missing')}
        control={(attributes) => <textarea {...attributes} value={draft.reason} onInput={set('reason')} />}
      />
      <p class="actions">
        <button type="submit" class="primary">
          {t('revocation.proceed')}
        </button>
        {children}
      </p>
    </form>
  );
};

/** All that a revocation stores. */
export const StoredRevocation = ({ draft: { reason, way, url, request } }: { readonly draft: Draft }): VNode => {
  const t = useText();
  const how = useHow();
  return (
    <Stored
      facts={[
        [t('revocation.way'), how(way || 'web')],
        ...(reason.trim() === '' ? [] : [[t('revocation.given'), reason.trim()] as const]),
        ...(url.trim() === '' || !hasPage(way) ? [] : [[t('revocation.page'), url.trim()] as const]),
      ]}
      texts={[[t('revocation.said'), request.trim()]]}
    />
  );
};
