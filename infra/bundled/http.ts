/**
 * What bundles have in the place of `node:http`. An import of the module itself evaluates all its members, and so loads `fetch`
 * and `WebSocket`, which takes longer than our own code (decision 0029).
 */
const http = process.getBuiltinModule('node:http');

export const { Agent, request, STATUS_CODES } = http;
export default http;
