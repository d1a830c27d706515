import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasProgram, needs, newFolder } from '../../support/make/machine.ts';

export const needsOpenssl = needs('openssl', hasProgram('openssl', ['version']));

const run = promisify(execFile);

const configuration = `
[tsa]
default_tsa = authority
[authority]
serial = serial
crypto_device = builtin
default_policy = 1.3.6.1.4.1.13762.3
digests = sha256
ess_cert_id_alg = sha256
`;

const extensions = 'extendedKeyUsage=critical,timeStamping';

/** A time-stamp authority that openssl is, with a certificate that it signed itself. */
export interface Authority {
  /** What it answers to a request: a TimeStampResp. */
  readonly reply: (request: Uint8Array) => Promise<Buffer>;
  /** Whether openssl verifies a token for this content. */
  readonly verifies: (token: Uint8Array, content: string) => Promise<boolean>;
}

export const openAuthority = async (): Promise<Authority> => {
  const folder = newFolder();
  let count = 0;
  const openssl = (...parameters: readonly string[]) => run('openssl', parameters, { cwd: folder });
  const put = async (content: Uint8Array | string): Promise<string> => {
    count += 1;
    await writeFile(join(folder, `${count}.in`), content);
    return `${count}.in`;
  };
  await writeFile(join(folder, 'tsa.cnf'), configuration);
  await writeFile(join(folder, 'serial'), '01\n');
  const subject = ['-subj', '/O=Clocks/CN=good', '-days', '2', '-addext', extensions];
  await openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem', ...subject);
  return {
    reply: async (request) => {
      const query = await put(request);
      const signer = ['-signer', 'cert.pem', '-inkey', 'key.pem', '-sha256'];
      await openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', query, ...signer, '-out', `${query}.out`);
      return readFile(join(folder, `${query}.out`));
    },
    verifies: async (token, content) => {
      const [input, data] = [await put(token), await put(content)];
      return openssl('ts', '-verify', '-data', data, '-in', input, '-token_in', '-CAfile', 'cert.pem').then(
        () => true,
        () => false,
      );
    },
  };
};
