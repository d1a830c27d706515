/** The password of all demo users. It is in the README, so that nobody else may have it. */
export const demoPassword = 'correct horse battery staple';
