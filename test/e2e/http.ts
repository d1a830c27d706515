import type { AnswerBody } from '../support/call/document.ts';
import type { Encoded, Parameters } from '../support/call/event.ts';
import { encoders } from '../support/call/event.ts';

/** What an HTTP client sees of an answer. */
export interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: AnswerBody;
}

export const authorize = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

export const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  contentType: response.headers.get('content-type'),
  body: (await response.json()) as AnswerBody,
});

/** Posts the very bytes. */
export const postBytes = async (url: string, { contentType, body }: Encoded, token?: string): Promise<Answer> =>
  readAnswer(
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': contentType, accept: 'application/json', ...authorize(token) },
      body: new Uint8Array(body),
    }),
  );

/** Posts parameters as a form. */
export const post = (url: string, parameters: Parameters = {}, token?: string): Promise<Answer> =>
  postBytes(url, encoders.form(parameters), token);

export const password = 'correct horse battery staple';

/** Logs in with the password of the demo users and returns the token set. */
export const logIn = async (baseUrl: string, email = 'demo@example.com'): Promise<Answer['body']> => {
  const { body } = await post(`${baseUrl}/login`, { email, password });
  return body;
};
