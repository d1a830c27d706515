import ipaddr from 'ipaddr.js';

/** All of them must fit into the 4 KB that Lambda has for variables. */
const mostRanges = 50;

/** What a list of ranges must be. */
export const rangesRule =
  'must be 1 to 50 ranges of addresses, each from its first one on, such as 203.0.113.0/24, 2001:db8::/32, or 203.0.113.7/32 for one';

/** Whether a text is a range of CIDR that begins with its first address: 203.0.113.7/8 would be a surprise. IPv6 does not stand for IPv4. */
const isRange = (text: string): boolean => {
  const { IPv4, IPv6 } = ipaddr;
  const [, first = '', bits = ''] = /^([\da-f.:]+)\/(0|[1-9]\d{0,2})$/i.exec(text) ?? [];
  if (IPv4.isValidCIDRFourPartDecimal(text)) return `${IPv4.networkAddressFromCIDR(text)}/${bits}` === text;
  if (!IPv6.isValidCIDR(text) || !IPv6.isValid(first)) return false;
  const address = IPv6.parse(first);
  return !address.isIPv4MappedAddress() && `${IPv6.networkAddressFromCIDR(text)}` === `${address}`;
};

/** Whether these may be the ranges of addresses that call a stage, or the local service. */
export const areRanges = (texts: readonly string[]): boolean =>
  texts.length > 0 && texts.length <= mostRanges && texts.every(isRange);
