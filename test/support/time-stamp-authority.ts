import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
export interface NewCertificate {
  readonly name: string;
  readonly key?: KeyKind;
  /** Lines of an extension section of openssl. */
  readonly extensions: readonly string[];
  readonly issuer?: string;
  readonly days?: number;
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
  /** What openssl says of a token, with what is trusted. */
  readonly accepts: (token: Uint8Array, bytes: Uint8Array | string, trusted: string) => Promise<boolean>;
  readonly remove: () => Promise<void>;
}

export const openAuthorities = async (): Promise<Authorities> => {
  const folder = await mkdtemp(join(tmpdir(), 'authorities-'));
  const openssl = (...parameters: readonly string[]) => run('openssl', [...parameters], { cwd: folder });
  let count = 0;
  const put = async (content: Uint8Array | string): Promise<string> => {
    count += 1;
    const name = `${count}.in`;
    await writeFile(join(folder, name), content);
    return name;
  };
  await writeFile(join(folder, 'tsa.cnf'), configuration);
  await writeFile(join(folder, 'serial'), '01\n');

  return {
    folder,
    make: async ({ name, key = 'p256', extensions, issuer, days = 30 }) => {
      await openssl('genpkey', '-algorithm', ...keyKinds[key], '-out', `${name}.key`);
      await openssl('req', '-new', '-key', `${name}.key`, '-subj', `/O=Clocks/CN=${name}`, '-out', `${name}.csr`);
      await writeFile(join(folder, `${name}.ext`), extensions.join('\n'));
      const by =
        issuer === undefined
          ? ['-signkey', `${name}.key`]
          : ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`, '-CAcreateserial'];
      await openssl(
        'x509',
        '-req',
        '-in',
        `${name}.csr`,
        ...by,
        '-days',
        String(days),
        '-extfile',
        `${name}.ext`,
        '-out',
        `${name}.pem`,
      );
      return readFile(join(folder, `${name}.pem`), 'utf8');
    },
    reply: async (name, request, ...more) => {
      const query = await put(request);
      const signer = ['-signer', `${name}.pem`, '-inkey', `${name}.key`, '-sha256'];
      await openssl(
        'ts',
        '-reply',
        '-config',
        'tsa.cnf',
        '-queryfile',
        query,
        ...signer,
        ...more,
        '-out',
        `${query}.out`,
      );
      return readFile(join(folder, `${query}.out`));
    },
    signAnew: async (name, token, ...more) => {
      const input = await put(token);
      await openssl('cms', '-verify', '-noverify', '-nosigs', '-inform', 'DER', '-in', input, '-out', `${input}.tst`);
      const form = [
        '-binary',
        '-nodetach',
        '-nosmimecap',
        '-econtent_type',
        'id-smime-ct-TSTInfo',
        '-outform',
        'DER',
        '-md',
        'sha256',
      ];
      const signer = ['-signer', `${name}.pem`, '-inkey', `${name}.key`];
      await openssl('cms', '-sign', '-in', `${input}.tst`, ...form, ...signer, ...more, '-out', `${input}.out`);
      return readFile(join(folder, `${input}.out`));
    },
    accepts: async (token, bytes, trusted) => {
      const [input, data, roots] = [await put(token), await put(bytes), await put(trusted)];
      const verified = openssl('ts', '-verify', '-data', data, '-in', input, '-token_in', '-CAfile', roots);
      return verified.then(
        () => true,
        () => false,
      );
    },
    remove: () => rm(folder, { recursive: true }),
  };
};

/** A root, and an authority under it whose key is of this kind. */
export const makeAuthority = async ({ make }: Authorities, name: string, key: KeyKind = 'p256'): Promise<string> => {
  const root = await make({ name: `${name}-root`, key, extensions: issuing });
  await make({ name, key, issuer: `${name}-root`, extensions: stamping });
  return root;
};
