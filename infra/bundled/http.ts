/**
 * What bundles have in the place of `node:http`. An ES module's view of it evaluates every member, and so loads the whole of
 * `fetch` and `WebSocket`, twice the time of our own code. This one is the module itself (process.getBuiltinModule).
 */
const http = process.getBuiltinModule('node:http');

export const { Agent, request, STATUS_CODES } = http;
export default http;
