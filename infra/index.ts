export type { ConsentRegisterProps } from './consent-register.ts';
export { ConsentRegister } from './consent-register.ts';
export { WrongOption } from './options.ts';
