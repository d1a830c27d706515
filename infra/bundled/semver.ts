/**
 * The place of semver in a bundle: 29 KB, with which jsonwebtoken asks three times whether Node is newer than 16. Functions run on
 * Node 24. A test holds that nothing else is asked.
 */
export const satisfies = (): boolean => true;
