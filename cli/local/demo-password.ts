/** The password of all demo users. It is in the README, so that nobody else may have it. */
export const demoPassword = 'correct horse battery staple';

/** Of that password, as `hashPassword` makes it: to make it anew would take each start a third of a second. */
export const demoPasswordHash = '$2b$12$orRZQeeosfIOyjtGmsSUw.8kVD.uduNdFAmX1gFnJ3GUdvK4TVfvu';
