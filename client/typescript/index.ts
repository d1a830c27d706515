export type { ClientOptions, KeyOptions, LoginOptions } from './client.ts';
export { createClient } from './client.ts';
export type { ErrorCode } from './consent-register-error.ts';
export { ConsentRegisterError } from './consent-register-error.ts';
export type * from './operations.ts';
export type { TokenStore } from './tokens.ts';
