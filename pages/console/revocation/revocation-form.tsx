import type { ComponentChildren, VNode } from 'preact';
import { Stored } from '../acts/confirmation.tsx';
import { hasPage, useHow, WayField, waysToRevoke } from '../acts/way.tsx';
import { Field, Form, Input, TextArea } from '../form.tsx';
import { useText } from '../language.ts';
import type { Draft, Wrong } from './draft.ts';
import { findWrong } from './draft.ts';

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
  const wrong = findWrong(draft);
  const say = (name: Wrong): string => (wrong.includes(name) ? t(`revocation.wrong.${name}`) : '');
  return (
    <Form submit={proceed} autocomplete="off">
      <WayField
        label={t('revocation.way')}
        hint={t('revocation.wayHint')}
        ways={waysToRevoke}
        way={draft.way}
        change={(way) => change({ ...draft, way })}
      />
      {hasPage(draft.way) && (
        <Field label={t('revocation.url')} hint={t('revocation.urlHint')} fault={say('url-malformed')}>
          <Input type="url" inputmode="url" value={draft.url} change={(url) => change({ ...draft, url })} />
        </Field>
      )}
      <Field label={t('revocation.request')} hint={t('revocation.requestHint')} fault={say('too-long')}>
        <TextArea rows={8} value={draft.request} change={(request) => change({ ...draft, request })} />
      </Field>
      <Field label={t('revocation.reason')} hint={t('revocation.reasonHint')} fault={say('ground-missing')}>
        <TextArea value={draft.reason} change={(reason) => change({ ...draft, reason })} />
      </Field>
      <p class="actions">
        <button type="submit" class="primary">
          {t('revocation.proceed')}
        </button>
        {children}
      </p>
    </Form>
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
