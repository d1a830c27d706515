import type { CallOptions, WriteOptions } from './client.ts';
import type { Post } from './connection.ts';
import { ConsentRegisterError } from './consent-register-error.ts';
import type { AnswerOf, OperationName } from './operations.ts';
import type { HandedOut, Tokens } from './tokens.ts';

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const staleTokens: readonly string[] = ['token.expired', 'token.invalid', 'session.ended'];

const isStaleToken = (error: unknown): boolean =>
  error instanceof ConsentRegisterError && error.status === 401 && staleTokens.includes(error.code);

/** One for the token that the client has, one for what another process put into the store some time ago. */
const renewals = 2;

/** Calls of a signed-in user. */
export const callWith = (post: Post, tokens: Tokens) => {
  const call = async <Name extends OperationName>(
    name: Name,
    request: object,
    sending: WriteOptions,
  ): Promise<AnswerOf<Name>> => {
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

  return {
    read: <Name extends OperationName>(name: Name, request: object, { signal }: CallOptions = {}) =>
      call(name, request, { signal }),
    write: async <Name extends OperationName>(
      name: Name,
      request: object,
      { signal, idempotencyKey = newKey() }: WriteOptions = {},
    ) => {
      try {
        return await call(name, request, { signal, idempotencyKey });
      } catch (error) {
        if (!(error instanceof ConsentRegisterError)) throw error;
        throw new ConsentRegisterError({ ...error, idempotencyKey, cause: error.cause });
      }
    },
  };
};
