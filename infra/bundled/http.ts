/**
 * The replacement for `node:http` in bundles. An import of the full module evaluates all its members and so loads `fetch`
 * and `WebSocket`, which takes longer than our own code (docs/decisions.md#bundles).
 */
const http = process.getBuiltinModule('node:http');

export const { Agent, request, STATUS_CODES } = http;
export default http;
