import ipaddr from 'ipaddr.js';

const networkGroups = 4;

/**
 * The part of a source address that stands for one caller: an IPv4 address, or the /64 network of an IPv6 address, of
 * which whoever has one has all (RFC 6177). What is not an address stands for itself.
 */
export const toSource = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!('parts' in parsed)) return parsed.toString();
  const network = parsed.parts.slice(0, networkGroups);
  return network.map((group) => group.toString(16)).join(':');
};
