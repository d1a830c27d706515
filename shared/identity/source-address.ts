import ipaddr from 'ipaddr.js';

const groupBits = 16;

/** Text that is not an address stands for itself, and an IPv4-mapped IPv6 address for the IPv4 address. */
const toNetwork = (address: string, bits: number): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!('parts' in parsed)) return parsed.toString();
  const network = parsed.parts.slice(0, bits / groupBits);
  return network.map((group) => group.toString(16)).join(':');
};

/** The part of a source address that identifies one caller: an IPv4 address, or the /64 network of an IPv6 address. */
export const toSource = (address: string): string => toNetwork(address, 64);

/** The network of an IPv6 address that identifies one caller, in the usual notation. Undefined for an IPv4 address. */
export const describeNetwork = (address: string): string | undefined =>
  ipaddr.process(address).kind() === 'ipv6' ? `${ipaddr.parse(`${toSource(address)}::`)}/64` : undefined;

const privateRanges = ['carrierGradeNat', 'linkLocal', 'loopback', 'private', 'uniqueLocal'];

/** Why nobody can call from an address over the internet, in words. Undefined if somebody can. */
export const findUnreachable = (address: string): string | undefined => {
  const range = ipaddr.process(address).range();
  if (range === 'unicast') return undefined;
  return privateRanges.includes(range) ? 'a private address' : 'not a public address';
};

/**
 * The part of a source address that one party may own: an IPv4 address, or the /48 network of an IPv6 address, the
 * largest that a site usually gets (RFC 6177, section 2). It holds 65,536 networks of /64.
 */
export const toSite = (address: string): string => toNetwork(address, 48);
