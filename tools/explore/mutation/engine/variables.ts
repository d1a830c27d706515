/** Environment variables by which `npm run explore mutation` tells the engine's processes what to take. */
export const variables = { share: 'MUTATION_SHARE', seed: 'MUTATION_SEED', results: 'MUTATION_RESULTS' } as const;
