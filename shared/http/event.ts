import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { maskKeys } from '../schema/key-mask.ts';

/** The part of an event that the service reads. */
const HttpEvent = v.looseObject({
  version: v.literal('2.0'),
  rawQueryString: v.optional(v.string()),
  headers: v.record(v.string(), v.string()),
  body: v.optional(v.string()),
  isBase64Encoded: v.optional(v.boolean()),
  requestContext: v.looseObject({
    requestId: v.string(),
    http: v.looseObject({ sourceIp: v.string(), userAgent: v.optional(v.string()) }),
  }),
});

/**
 * Whether an event comes from an HTTP API with payload format 2.0. Other events come from test buttons, other triggers
 * or a different integration.
 */
export const isHttpEvent = (event: unknown): event is APIGatewayProxyEventV2 => v.is(HttpEvent, event);

const userAgentCharacters = 512;

/**
 * What is observed of a request, whoever called (docs/api.md, What the register observes). The address comes from the
 * gateway, not from a header.
 */
export const observeRequest = ({ requestContext }: APIGatewayProxyEventV2) => ({
  sourceIp: requestContext.http.sourceIp,
  userAgent: maskKeys(requestContext.http.userAgent ?? '')
    .slice(0, userAgentCharacters)
    .toWellFormed(),
  requestId: requestContext.requestId,
});

/**
 * Whether an address, as API Gateway gives it, is in one of some ranges.
 *
 * An IPv4-mapped IPv6 address is in the ranges of its IPv4 address, and in no range of IPv6, not even `::/0`. A stage without the option
 * `allowedAddresses` does not load `node:net`.
 *
 * @param ranges as CIDR writes them, with commas between them
 * @throws Error for any other text
 */
export const readAllowedAddresses = (ranges: string): ((address: string) => boolean) => {
  const { BlockList, isIP } = process.getBuiltinModule('node:net');
  const [ipv4, ipv6, mapped] = [new BlockList(), new BlockList(), new BlockList()];
  mapped.addSubnet('0.0.0.0', 0, 'ipv4');
  try {
    for (const range of ranges.split(',')) {
      const [, network = '', bits] = /^([^/]+)\/(\d+)$/.exec(range) ?? [];
      if (isIP(network) === 6) ipv6.addSubnet(network, Number(bits), 'ipv6');
      else ipv4.addSubnet(network, Number(bits), 'ipv4');
    }
  } catch (cause) {
    throw new Error('ALLOWED_ADDRESSES is not a list of ranges.', { cause });
  }
  return (address) => {
    if (isIP(address) !== 6) return isIP(address) === 4 && ipv4.check(address, 'ipv4');
    return (mapped.check(address, 'ipv6') ? ipv4 : ipv6).check(address, 'ipv6');
  };
};
