const escapedBytes = (json: string): number => Buffer.byteLength(JSON.stringify(json)) - 2;

const base64Bytes = (json: string): number => 4 * Math.ceil(Buffer.byteLength(json) / 3);

/**
 * Bytes that a piece of JSON takes in the result of a call. Lambda counts the result as JSON with the body as a string:
 * with its quotes and backslashes escaped again or, if that is shorter, all of it in base64.
 */
export const bytesInResult = (json: string): number => Math.min(escapedBytes(json), base64Bytes(json));
