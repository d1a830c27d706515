/** The password of all demo users. The README publishes it, so no real user may have it. */
export const demoPassword = 'correct horse battery staple';

/** Its hash from `hashPassword`, kept because computing it would cost each start a third of a second. */
export const demoPasswordHash = '$2b$12$orRZQeeosfIOyjtGmsSUw.8kVD.uduNdFAmX1gFnJ3GUdvK4TVfvu';
