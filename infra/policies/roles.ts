import type { RegisterCommand } from './catalogue.ts';
import { rightsOfCommands } from './catalogue.ts';
import type { Rights } from './rights.ts';
import { uniteRights } from './rights.ts';

const lookingAtNotices = ['notice list', 'notice show', 'notice history', 'notice diff'] as const;

/** Roles of people who work on a register -> their commands. docs/policies.md says what each may do besides. */
const commandsOfRoles = {
  /** A data protection officer, who looks at everything and changes nothing. */
  officer: [
    'account list',
    'account show',
    'user list',
    'project list',
    'project show',
    ...lookingAtNotices,
    'consent list',
    'consent due',
    'consent show',
    'person show',
    'person check',
    'person export',
    'person erased',
    'erasure list',
    'erasure requests',
    'evidence show',
    'evidence keys',
    'report',
    'access-log list',
    'operations list',
  ],
  /** Compares the log with the register, and gives nobody anything to believe. */
  auditor: [
    'account list',
    'project list',
    ...lookingAtNotices,
    'consent show',
    'evidence keys',
    'erasure list',
    'access-log list',
    'operations list',
    'log verify',
    'log keys',
    'events keys',
    'key list',
  ],
  /** Publishes and retires notices. */
  publisher: ['account list', 'project list', 'notice publish', 'notice retire', ...lookingAtNotices],
  /** Moves consents into and out of the register. */
  importer: ['account list', 'project list', 'notice list', 'consent import', 'consent export'],
  /** Erases what a person asks to have erased, and what nobody needs any more. */
  eraser: [
    'account list',
    'project list',
    'consent list',
    'consent due',
    'consent show',
    'consent purge',
    'person show',
    'person export',
    'person erase',
    'person erased',
    'erasure list',
    'erasure requests',
    'erasure refuse',
  ],
  /** Helps users who cannot sign in, and ends sessions. */
  support: [
    'account list',
    'user list',
    'user show',
    'user rename',
    'user enable',
    'user disable',
    'user password',
    'user allow-address',
    'user sessions',
    'user end-session',
  ],
  /** Decides who uses the register: accounts, projects, users, the keys of their tokens, and the systems that get events. */
  administrator: [
    'setup',
    'account create',
    'account list',
    'account show',
    'account rename',
    'account enable',
    'account disable',
    'project create',
    'project list',
    'project show',
    'project rename',
    'user create',
    'user list',
    'user role',
    'key list',
    'key rotate',
    'key retire',
    'events keys',
    'events resend',
    'operations list',
  ],
  /** Keeps a stage in order: its tables, the keys of evidence and the log. */
  operator: [
    'doctor',
    'account list',
    'operations list',
    'evidence keys',
    'evidence add-key',
    'log keys',
    'log take-in',
    'log recount',
  ],
} as const satisfies Readonly<Record<string, readonly RegisterCommand[]>>;

/** What a policy is for: commands by their words, with all the rights that they need. */
interface Policy {
  readonly commands: readonly RegisterCommand[];
  readonly rights: Rights;
}

/** Policies by the name of their role. */
export const policies: ReadonlyMap<string, Policy> = new Map(
  Object.entries(commandsOfRoles).map(([role, commands]: [string, readonly RegisterCommand[]]) => [
    role,
    { commands, rights: uniteRights(commands.map((words) => rightsOfCommands[words])) },
  ]),
);
