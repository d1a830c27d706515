export { ConsentRegister } from './consent-register.ts';
export type { ConsentRegisterProps } from './consent-register-props.ts';
export { WrongOption } from './options.ts';
