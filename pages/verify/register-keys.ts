import type { PublishedKeys } from '../../verifier/keys.ts';
import { readPublishedKeys } from '../../verifier/keys.ts';

/** What the register beside the page answered to the request for its key file. */
export type KeyFileAnswer =
  | { readonly is: 'file'; readonly address: string; readonly text: string }
  | { readonly is: 'none' | 'failed'; readonly address: string };

/** The keys that the register beside the page publishes; none before its first one. */
export type RegisterKeys =
  | { readonly is: 'keys'; readonly keys: PublishedKeys }
  | { readonly is: 'none' | 'failed'; readonly address: string };

/** The event by which a program beside this one hands over the answer: this one makes no request. */
const event = 'consent-register-keys';

/** The address of the key file where a register serves the page. @returns undefined in a page from a file */
export const findKeyAddress = (): string | undefined => {
  const content = document.querySelector<HTMLMetaElement>('meta[name="consent-register-keys"]')?.content;
  return content === undefined ? undefined : new URL(content, location.href).href;
};

export const handOver = (answer: KeyFileAnswer): void => {
  document.dispatchEvent(new CustomEvent(event, { detail: answer }));
};

const read = async (answer: KeyFileAnswer): Promise<RegisterKeys> => {
  if (answer.is !== 'file') return answer;
  const { address, text } = answer;
  const found = await readPublishedKeys(text, address);
  return 'keys' in found ? { is: 'keys', keys: found.keys } : { is: 'failed', address };
};

/** Waits for the keys of the register. @returns a function that stops this */
export const awaitRegisterKeys = (take: (keys: RegisterKeys) => void): (() => void) => {
  const listen = ({ detail }: Event & { readonly detail?: KeyFileAnswer }): void => {
    if (detail) void read(detail).then(take);
  };
  document.addEventListener(event, listen);
  return () => document.removeEventListener(event, listen);
};
