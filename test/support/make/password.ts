import { passwordHashing } from '../../../shared/identity/passwords.ts';

/** The password of users that tests make. */
export const password = 'an old, long password';

const hashes: Readonly<Record<string, string>> = {
  '04': '$2b$04$KiRq/l3CuNlYxd5HDq9YRO8eWVBLanKQRIsT0izRcWQOCwuEM7t4S',
  '12': '$2b$12$uLMftJ7X1/uxECW2WbmylO2/4MDDWQZpy4zY5rPNguaEwnsMpnDBm',
};

/** Its hash of the cost that is set, made once by `hashPassword`. */
export const passwordHash = (): string => hashes[passwordHashing.cost] ?? '';

/** Has hashes of the real cost compared, as the demo's users have. */
export const useRealCost = (): void => {
  passwordHashing.cost = '12';
};
