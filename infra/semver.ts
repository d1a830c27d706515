/**
 * Stands in the bundles for the package semver, of which jsonwebtoken needs three answers while it loads: whether this
 * Node has what came with these versions. Every Node that the functions run on has.
 */
const answered = ['^6.12.0 || >=8.0.0', '>=15.7.0', '>=16.9.0'];

/** @throws Error for any other range, so that a jsonwebtoken with a new question does not get a wrong answer */
export const satisfies = (_version: string, range: string): true => {
  if (!answered.includes(range)) throw new Error(`The bundles are without semver, which has to answer ${range}.`);
  return true;
};
