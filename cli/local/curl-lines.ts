import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import { demoAccounts } from './demo.ts';
import { demoPassword } from './demo-password.ts';

/** Shell text that is replaced by one member of a JSON answer. */
const takeMember = (command: string, name: string): string => `$(${command} | sed -E 's/.*"${name}":"([^"]+)".*/\\1/')`;

/** One line of curl for each operation. Each works by itself when pasted: it gets the tokens and ids it needs. */
export const curlLines = (baseUrl: string): Readonly<Record<OperationName, string>> => {
  const post = (operation: OperationName, ...options: readonly string[]): string =>
    ['curl -sS -w "\\n"', `${baseUrl}${contract[operation].path}`, ...options].join(' ');
  const login = post(
    'login',
    `-d email=${demoAccounts.demoShop.user.email}`,
    `--data-urlencode 'password=${demoPassword}'`,
  );
  const bearer = `-H "Authorization: Bearer ${takeMember(login, 'access_token')}"`;
  const add = post(
    'addConsent',
    bearer,
    `-d projectUid=${demoAccounts.demoShop.project.uid}`,
    '-d consentInformationPid=1',
    "--data-urlencode 'proof[url]=https://shop.example/checkout'",
    "--data-urlencode 'proof[html]=<form>...</form>'",
    "--data-urlencode 'userData[first_name]=Ada'",
    "--data-urlencode 'userData[email]=ada@example.com'",
  );
  return {
    login,
    details: post('details', '-X POST', bearer),
    refreshToken: post('refreshToken', `-d "refresh_token=${takeMember(login, 'refresh_token')}"`),
    getNotices: post('getNotices', bearer, "-d 'pid[]=1' -d 'pid[]=2'"),
    addConsent: add,
    searchConsents: post('searchConsents', bearer, "--data-urlencode 'userData[email]=ada@example.com'"),
    revokeConsent: post(
      'revokeConsent',
      bearer,
      `-d "id=${takeMember(add, 'consentId')}"`,
      "--data-urlencode 'proof[url]=https://shop.example/account'",
    ),
  };
};
