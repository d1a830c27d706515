import { isIP } from 'node:net';
import { allowAddress } from '../../shared/identity/address-allowing.ts';
import { describeNetwork, findUnreachable } from '../../shared/identity/source-address.ts';
import { changes, changingCommand } from '../command.ts';
import { note, toDetails } from '../printing/output.ts';
import { must } from '../typed/typed-text.ts';
import { chooseUser } from './user/choice.ts';

/** What is wrong with an IP address; undefined if it is right. API Gateway does not know zones, as in `fe80::1%eth0`. */
const checkAddress = (address: string): string | undefined =>
  isIP(address.trim()) === 0 || address.includes('%')
    ? 'Give an address such as 203.0.113.7 or 2001:db8::7, from which the user calls the API.'
    : undefined;

/** What is wrong with an IP address as a caller's address. */
const checkReachable = (address: string): string | undefined => {
  const found = findUnreachable(address);
  return (
    found && `${address} is ${found}. Use the address that \`curl https://checkip.amazonaws.com\` shows to the user.`
  );
};

const describeKnown = (address: string): { readonly network?: string } => {
  const network = describeNetwork(address);
  return network === undefined ? {} : { network };
};

export const allow = changingCommand(
  'allow-address',
  'Treats an IP address as known for a user, so that login guesses from elsewhere cannot block the user there',
  "user allow-address ada@shop.example 203.0.113.7 --stage prod --reason 'logins under attack'",
)
  .argument('<user>', 'id or email')
  .argument('<address>', 'IPv4 or IPv6 address that the user calls from')
  .action(
    changes(async ({ stage, table, newChange }, idOrEmail, given) => {
      const address = must(given, checkAddress);
      if (!stage.isLocal) must(address, checkReachable);
      const user = await chooseUser(table, idOrEmail);
      const until = await allowAddress(table, user, address, newChange());
      if (until === undefined) note('The address is already known for longer. Nothing was changed.');
      return toDetails({ user: user.id, address, ...describeKnown(address), knownUntil: until?.toISOString() });
    }),
  );
