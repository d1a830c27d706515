import type { ComponentChildren, VNode } from 'preact';
import type { Revocation } from '../../../client/typescript/index.ts';
import { Field, Form, Input, TextArea } from '../../ui/form.tsx';
import { useText } from '../language.tsx';
import type { Way } from './channels.tsx';
import { bodyBytes, dropBlank, hasPage, toSaid, useHow, WayField, waysToRevoke } from './channels.tsx';
import { Stored } from './confirmation.tsx';

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

/** The reader's input for a revocation. */
export interface Draft {
  readonly reason: string;
  readonly way: Way | '';
  readonly url: string;
  readonly request: string;
}

export const emptyDraft: Draft = { reason: '', way: '', url: '', request: '' };

/** Something wrong with a draft. */
export type Wrong = 'ground-missing' | 'url-malformed' | 'too-long';

/**
 * The request for a draft. Its proof has a way that no channel names and, if given, the reason, the words of the person, and the address where
 * the way has a page. A person may withdraw without a reason (GDPR, Article 7(3)).
 */
export const toRevocation = (id: string, { reason, way, url, request }: Draft): Revocation => {
  const said = toSaid(way || 'web');
  return {
    id,
    channel: said.channel,
    proof: { ...said.proof, ...dropBlank({ reason, url: hasPage(way) ? url : '', request }) },
  };
};

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** What is wrong with a draft, but for what the browser sees. */
export const findWrong = (draft: Draft): readonly Wrong[] => {
  const anyId = '0'.repeat(32);
  const request = toRevocation(anyId, draft);
  const bytes = new TextEncoder().encode(JSON.stringify(request)).length;
  const found: Readonly<Record<Wrong, boolean>> = {
    // The register takes no empty proof.
    'ground-missing': draft.way !== '' && Object.keys(request.proof).length === 0,
    'url-malformed': hasPage(draft.way) && draft.url.trim() !== '' && !isAddress(draft.url.trim()),
    'too-long': bytes > bodyBytes,
  };
  return (Object.keys(found) as Wrong[]).filter((wrong) => found[wrong]);
};
