/** The password of users that tests make, and its bcrypt of cost 12, made once by `hashPassword`. */
export const password = 'an old, long password';
export const passwordHash = '$2b$12$uLMftJ7X1/uxECW2WbmylO2/4MDDWQZpy4zY5rPNguaEwnsMpnDBm';
