import { isIP } from 'node:net';
import { allowAddress } from '../../../shared/store/address-allowing.ts';
import { changes, changingCommand } from '../command.ts';
import { must } from '../naming.ts';
import { note, toDetails } from '../output.ts';
import { chooseUser } from './choice.ts';

/** What is wrong with an address; undefined when nothing is. A zone, as in `fe80::1%eth0`, means nothing to the gateway. */
const checkAddress = (address: string): string | undefined =>
  isIP(address.trim()) === 0 || address.includes('%')
    ? 'An address must look like 203.0.113.7 or 2001:db8::7, and be that from which the API is called.'
    : undefined;

export const allow = changingCommand(
  'allow-address',
  'Makes an address known, as a login from there does: guesses from elsewhere do not keep the user out there',
  "user allow-address ada@shop.example 203.0.113.7 --stage prod --reason 'logins under attack'",
)
  .argument('<user>', 'id or email')
  .argument('<address>', 'IPv4 or IPv6 address from which the user calls')
  .action(
    changes(async ({ table, now, record }, idOrEmail, given) => {
      const address = must(given, checkAddress);
      const user = await chooseUser(table, idOrEmail);
      const until = await allowAddress(table, user, address, now, record);
      if (until === undefined) note('The address is known for longer already; nothing was changed.');
      return toDetails({ user: user.id, address, knownUntil: until?.toISOString() });
    }),
  );
