import { isIP } from 'node:net';
import { allowAddress } from '../../../shared/identity/address-allowing.ts';
import { describeNetwork, findUnreachable } from '../../../shared/identity/source-address.ts';
import { changes, changingCommand } from '../command.ts';
import { note, toDetails } from '../printing/output.ts';
import { must } from '../typed/typed-text.ts';
import { chooseUser } from './choice.ts';

/** What is wrong with an address; undefined when nothing is. A zone, as in `fe80::1%eth0`, means nothing to the gateway. */
const checkAddress = (address: string): string | undefined =>
  isIP(address.trim()) === 0 || address.includes('%')
    ? 'An address must look like 203.0.113.7 or 2001:db8::7, and be that from which the API is called.'
    : undefined;

/** What is wrong with an address as one that a stage is called from. */
const checkReachable = (address: string): string | undefined => {
  const found = findUnreachable(address);
  return found && `${address} is ${found}; ask for the one that \`curl https://checkip.amazonaws.com\` shows.`;
};

const describeKnown = (address: string): { readonly network?: string } => {
  const network = describeNetwork(address);
  return network === undefined ? {} : { network };
};

export const allow = changingCommand(
  'allow-address',
  'Treats an address as if the user had logged in from it, so that guesses from elsewhere cannot block the user there',
  "user allow-address ada@shop.example 203.0.113.7 --stage prod --reason 'logins under attack'",
)
  .argument('<user>', 'id or email')
  .argument('<address>', 'IPv4 or IPv6 address from which the user calls')
  .action(
    changes(async ({ stage, table, newChange }, idOrEmail, given) => {
      const address = must(given, checkAddress);
      if (!stage.isLocal) must(address, checkReachable);
      const user = await chooseUser(table, idOrEmail);
      const until = await allowAddress(table, user, address, newChange());
      if (until === undefined) note('The address is known for longer already; nothing was changed.');
      return toDetails({ user: user.id, address, ...describeKnown(address), knownUntil: until?.toISOString() });
    }),
  );
