import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('stored-authority.json', import.meta.url);

/** What an authority that openssl made has answered, in base64. */
export interface StoredAnswers {
  /** A request for a stamp that was granted. */
  readonly request: string;
  readonly granted: string;
  /** The answer to a request with a digest that the authority does not take. */
  readonly refused: string;
}

/** What openssl made once. `STAMPS=write` has the long test make it anew. */
export const readAnswers = (): StoredAnswers => JSON.parse(readFileSync(file, 'utf8'));

export const writeAnswers = (answers: StoredAnswers): void =>
  writeFileSync(file, `${JSON.stringify(answers, undefined, 2)}\n`);

/** Where `encodeStampRequest` writes both. */
const imprintOf = (request: Uint8Array): Uint8Array => request.subarray(-46, -14);
const nonceOf = (request: Uint8Array): Uint8Array => request.subarray(-12, -3);

/** Answers as openssl did once, with the imprint and the nonce of this request. */
export const answerStamp = ({ request: stored, granted }: StoredAnswers, request: Uint8Array): Buffer => {
  const [answer, old] = [Buffer.from(granted, 'base64'), Buffer.from(stored, 'base64')];
  for (const part of [imprintOf, nonceOf]) answer.set(part(request), answer.indexOf(part(old)));
  return answer;
};
