export type { CallOptions, Client, ClientOptions, WriteOptions } from './client.ts';
export type { ErrorCode } from './consent-register-error.ts';
export { ConsentRegisterError } from './consent-register-error.ts';
export { createClient } from './create-client.ts';
export type * from './operations.ts';
export type { TokenStore } from './tokens.ts';
