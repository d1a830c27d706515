import type { Answered } from './answer.ts';
import type { WriteOptions } from './client.ts';
import type { Post } from './connection.ts';
import { ConsentRegisterError } from './consent-register-error.ts';
import { definitions } from './definitions.ts';
import type { AnswerOf, OperationName } from './operations.ts';
import type { HandedOut, Tokens } from './tokens.ts';

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const staleTokens: readonly string[] = ['token.expired', 'token.invalid', 'session.ended'];

const isStaleToken = (error: unknown): boolean =>
  error instanceof ConsentRegisterError && error.status === 401 && staleTokens.includes(error.code);

/** One for the client's own token, one for an old token that another process put into the store. */
const renewals = 2;

/** Calls an operation as the signed-in user, with an Idempotency-Key if the operation accepts one. */
export type Call = <Name extends OperationName>(
  name: Name,
  request: object,
  options?: WriteOptions,
) => Promise<Answered<AnswerOf<Name>>>;

export const callWith = (post: Post, tokens: Tokens): Call => {
  const send: Call = async (name, request, sending = {}) => {
    let held: HandedOut | undefined;
    for (let renewed = 0; ; renewed += 1) {
      held = await tokens.get(held, sending.signal);
      try {
        return await post(name, request, { ...sending, token: held.token });
      } catch (error) {
        if (!isStaleToken(error) || renewed === renewals) throw error;
      }
    }
  };

  const write: Call = async (name, request, { signal, idempotencyKey = newKey() } = {}) => {
    try {
      return await send(name, request, { signal, idempotencyKey });
    } catch (error) {
      if (!(error instanceof ConsentRegisterError)) throw error;
      throw new ConsentRegisterError({ ...error, idempotencyKey, cause: error.cause });
    }
  };

  return (name, request, options = {}) =>
    definitions[name].takesKey ? write(name, request, options) : send(name, request, { signal: options.signal });
};
