/** The least a function can be. */
export const handler = async () => ({ statusCode: 204 });
