/** What is wrong with a policy file, as the end of a sentence. */
export class PolicyFault extends Error {
  override readonly name = 'PolicyFault';
}
