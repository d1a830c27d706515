import type { Channel, Revocation } from '../../../client/typescript/index.ts';
import type { Way } from '../acts/way.tsx';
import { dropBlank, hasPage, toSaid } from '../acts/way.tsx';

/** The channels of a revocation (docs/api.md, Scalars). */
export const channels: readonly Channel[] = ['email', 'web', 'web.form', 'app.form', 'web.social.login'];

/** The reader's input for a revocation. */
export interface Draft {
  readonly reason: string;
  readonly way: Way | '';
  readonly url: string;
  readonly request: string;
}

export const emptyDraft: Draft = { reason: '', way: '', url: '', request: '' };

/** The most bytes of a request (shared/api/limits.ts: bodyBytes). */
export const bodyBytes = 1_048_576;

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
