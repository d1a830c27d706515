import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newFolder } from './folder.ts';
import { hasProgram, needs } from './needs.ts';

export const needsOpenssl = needs('openssl', hasProgram('openssl', ['version']));

const run = promisify(execFile);

/** Arguments of `openssl` for a new key. */
const keyKinds = {
  rsa: ['RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  short: ['RSA', '-pkeyopt', 'rsa_keygen_bits:1024'],
  p256: ['EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  p384: ['EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  p521: ['EC', '-pkeyopt', 'ec_paramgen_curve:P-521'],
} as const;

export type KeyKind = keyof typeof keyKinds;

/** A certificate to be made, and who issues it: without one it signs itself. */
interface NewCertificate {
  readonly name: string;
  /** The common name, where it is not the name by which files are called. */
  readonly commonName?: string;
  readonly key?: KeyKind;
  /** The certificate whose key it has, in place of one of its own. */
  readonly keyOf?: string;
  /** Lines of an extension section of openssl. */
  readonly extensions: readonly string[];
  readonly issuer?: string;
  readonly days?: number;
  readonly serial?: number;
}

export const issuing = [
  'basicConstraints=critical,CA:TRUE',
  'keyUsage=critical,keyCertSign',
  'subjectKeyIdentifier=hash',
];
export const stamping = [
  'extendedKeyUsage=critical,timeStamping',
  'keyUsage=critical,digitalSignature',
  'subjectKeyIdentifier=hash',
];

const configuration = `
[tsa]
default_tsa = authority
[authority]
serial = serial
crypto_device = builtin
default_policy = 1.3.6.1.4.1.13762.3
digests = sha256, sha384, sha512
accuracy = secs:1
ordering = yes
tsa_name = yes
ess_cert_id_alg = sha256
`;

/** A folder in which openssl makes keys and certificates, and stamps. */
export interface Authorities {
  readonly folder: string;
  readonly make: (certificate: NewCertificate) => Promise<string>;
  /** What the authority with this certificate answers to a request: a TimeStampResp. */
  readonly reply: (name: string, request: Uint8Array, ...more: string[]) => Promise<Buffer>;
  /** A token for the same content, signed by CMS with any certificate: what `openssl ts` refuses to make. */
  readonly signAnew: (name: string, token: Uint8Array, ...more: string[]) => Promise<Buffer>;
  /** Whether openssl takes a token, with what is trusted, now or at a time. */
  readonly accepts: (token: Uint8Array, bytes: Uint8Array | string, trusted: string, at?: Date) => Promise<boolean>;
  /** What openssl reads in a token, in lines. */
  readonly describe: (token: Uint8Array) => Promise<string>;
}

/** What is made may be stored, and serve for as long. */
const century = 36_500;

let serials = 1_000;

export const openAuthorities = async (): Promise<Authorities> => {
  const folder = newFolder();
  let count = 0;
  const openssl = (...parameters: readonly string[]) => run('openssl', parameters, { cwd: folder });
  const read = (name: string): Promise<Buffer> => readFile(join(folder, name));
  /** The name of a new file with this content. */
  const put = async (content: Uint8Array | string): Promise<string> => {
    count += 1;
    await writeFile(join(folder, `${count}.in`), content);
    return `${count}.in`;
  };
  const signerOf = (name: string): string[] => ['-signer', `${name}.pem`, '-inkey', `${name}.key`];
  await writeFile(join(folder, 'tsa.cnf'), configuration);
  await writeFile(join(folder, 'serial'), '01\n');
  return {
    folder,
    make: async ({
      name,
      commonName = name,
      key = 'p256',
      keyOf = name,
      extensions,
      issuer,
      days = century,
      serial,
    }) => {
      serials += 1;
      const own = `${keyOf}.key`;
      if (keyOf === name) await openssl('genpkey', '-algorithm', ...keyKinds[key], '-out', own);
      await openssl('req', '-new', '-key', own, '-subj', `/O=Clocks/CN=${commonName}`, '-out', `${name}.csr`);
      const by = issuer === undefined ? ['-signkey', own] : ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`];
      const told = ['-days', String(days), '-set_serial', String(serial ?? serials)];
      const extended = ['-extfile', await put(extensions.join('\n'))];
      await openssl('x509', '-req', '-in', `${name}.csr`, ...by, ...told, ...extended, '-out', `${name}.pem`);
      return (await read(`${name}.pem`)).toString();
    },
    reply: async (name, request, ...more) => {
      const query = await put(request);
      const signer = [...signerOf(name), '-sha256', ...more];
      await openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', query, ...signer, '-out', `${query}.out`);
      return read(`${query}.out`);
    },
    signAnew: async (name, token, ...more) => {
      const input = await put(token);
      const [content, output] = [`${input}.content`, `${input}.out`];
      await openssl('cms', '-verify', '-noverify', '-nosigs', '-inform', 'DER', '-in', input, '-out', content);
      const form = ['-binary', '-nodetach', '-nosmimecap', '-outform', 'DER', '-md', 'sha256'];
      const type = more.includes('-econtent_type') ? [] : ['-econtent_type', 'id-smime-ct-TSTInfo'];
      await openssl('cms', '-sign', '-in', content, ...form, ...type, ...signerOf(name), ...more, '-out', output);
      return read(output);
    },
    accepts: async (token, bytes, trusted, at = new Date()) => {
      const [input, data, roots] = [await put(token), await put(bytes), await put(trusted)];
      const time = ['-attime', String(Math.floor(at.getTime() / 1_000))];
      return openssl('ts', '-verify', '-data', data, '-in', input, '-token_in', '-CAfile', roots, ...time).then(
        () => true,
        () => false,
      );
    },
    describe: async (token) => {
      const { stdout } = await openssl('ts', '-reply', '-in', await put(token), '-token_in', '-text');
      return stdout;
    },
  };
};

/** A root, and an authority under it whose key is of this kind. */
export const makeAuthority = async ({ make }: Authorities, name: string, key: KeyKind = 'p256'): Promise<string> => {
  const root = await make({ name: `${name}-root`, key, extensions: issuing });
  await make({ name, key, issuer: `${name}-root`, extensions: stamping });
  return root;
};
