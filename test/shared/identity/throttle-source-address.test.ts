import { expect, test } from 'vitest';
import { toSite, toSource } from '../../../shared/identity/throttle.ts';

test.each([
  ['an IPv4 address', '203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['an IPv4 address mapped into IPv6', '::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['an IPv6 address', '2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:8d3', '2001:db8:85a3'],
  ['an IPv6 address written short', '2001:DB8::1', '2001:db8:0:0', '2001:db8:0'],
  ['a link-local address with its zone', 'fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0'],
  ['what is no address', 'unknown', 'unknown', 'unknown'],
  ['nothing', '', '', ''],
])('%s', (_name, address, source, site) => {
  expect({ source: toSource(address), site: toSite(address) }).toEqual({ source, site });
});
