import type { Channel, Revocation } from '../../../client/typescript/index.ts';

/** The channels of a revocation (docs/contract.md, Scalars). */
export const channels: readonly Channel[] = ['email', 'web', 'web.form', 'app.form', 'web.social.login'];

/** The reader's input for a revocation. */
export interface Draft {
  readonly reason: string;
  readonly channel: Channel | '';
  readonly url: string;
  readonly request: string;
}

export const emptyDraft: Draft = { reason: '', channel: '', url: '', request: '' };

/** The most bytes of a request (docs/contract.md, Limits: bodyBytes). */
const bodyBytes = 1_048_576;

/** An error in a draft. */
export type Wrong = 'reason-missing' | 'channel-missing' | 'url-malformed' | 'too-long';

/** The request for a draft. Its proof has the reason and, if given, the address and the words of the person. */
export const toRevocation = (id: string, { reason, channel, url, request }: Draft): Revocation => ({
  id,
  channel: channel || 'web',
  proof: Object.fromEntries(
    Object.entries({ reason, url, request })
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  ),
});

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

export const findWrong = (id: string, draft: Draft): readonly Wrong[] => {
  const bytes = new TextEncoder().encode(JSON.stringify(toRevocation(id, draft))).length;
  const found: Readonly<Record<Wrong, boolean>> = {
    'reason-missing': draft.reason.trim() === '',
    'channel-missing': draft.channel === '',
    'url-malformed': draft.url.trim() !== '' && !isAddress(draft.url.trim()),
    'too-long': bytes > bodyBytes,
  };
  return (Object.keys(found) as Wrong[]).filter((wrong) => found[wrong]);
};
