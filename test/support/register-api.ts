import { serve } from './serve.ts';

/** What a stand-in answers a caller without a token with, and the Date header, undefined for none. */
interface Answer {
  readonly status: number;
  readonly body: string;
  readonly date: string | undefined;
}

export interface RegisterApi {
  readonly url: string;
  answer: Answer;
}

/** What a register answers. */
export const registerAnswer = (): Answer => ({
  status: 401,
  body: JSON.stringify({ status: 401, code: 'token.missing' }),
  date: new Date().toUTCString(),
});

/** Starts the API of a register, as far as a caller without a token sees it. */
export const startRegisterApi = async (): Promise<RegisterApi> => {
  const url = await serve((request, response) => {
    const isKnown = request.method === 'POST' && request.url === '/details';
    const { status, body, date } = isKnown ? api.answer : { status: 404, body: '', date: undefined };
    response.sendDate = false;
    response.writeHead(status, date === undefined ? {} : { date });
    response.end(body);
  });
  const api: RegisterApi = { url, answer: registerAnswer() };
  return api;
};
