import { AsyncLocalStorage } from 'node:async_hooks';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ItemAccess } from '../../../infra/access.ts';
import { accessLogging, isReading, tableAccess } from '../../../infra/access.ts';
import type { Actor } from '../../../infra/code.ts';
import { feedingAccess, logAccess } from '../../../infra/log-access.ts';
import { contract } from '../../../shared/api/contract.ts';
import type { OperationDefinition } from '../../../shared/api/operations.ts';
import type { CallInput, TableAction } from './table-call.ts';
import { isLike, toActions } from './table-call.ts';

/** Who calls AWS: a function, or an operators' command by its words. */
export type Caller = Actor | `command ${string}`;

/** One for the worker, also where a test has its modules loaded anew. */
const worker = globalThis as { callers?: AsyncLocalStorage<Caller>; refused?: Set<string> };
worker.callers ??= new AsyncLocalStorage<Caller>();
worker.refused ??= new Set<string>();
const { callers, refused } = worker;

/** Runs what a function or a command does, so that its calls to AWS are known as its own. */
export const actAs = <Result>(caller: Caller, work: () => Result): Result => callers.run(caller, work);

/** Whose work is being done; undefined where a test itself arranges or looks. */
export const findActor = (): Caller | undefined => callers.getStore();

/** The calls to DynamoDB that the policy of their function does not allow, since it was asked last. AWS would refuse them. */
export const takeRefused = (): string[] => {
  const all = [...refused];
  refused.clear();
  return all;
};

/** Has each call to DynamoDB that a function makes be compared with what its policy allows. */
export const watchRights = (): void => {
  const everyClient: { send: (this: unknown, ...args: unknown[]) => unknown } = Object.getPrototypeOf(
    DynamoDBDocumentClient.prototype,
  );
  const { send } = everyClient;
  everyClient.send = function (...args) {
    const [sent] = args as [{ readonly constructor: { readonly name: string }; readonly input: CallInput }];
    const actor = findActor();
    if (actor !== undefined && isFunction(actor) && this instanceof DynamoDBDocumentClient) {
      for (const action of toActions(sent.constructor.name, sent.input))
        if (!isAllowed(actor, action)) refused.add(`${actor}: ${JSON.stringify(action)}`);
    }
    return Reflect.apply(send, this, args);
  };
};

const isFunction = (actor: string): actor is Actor => !actor.startsWith('command ');

const accessOf = (actor: Actor, beside: TableAction['beside']): readonly ItemAccess[] => {
  if (beside === 'erasures') return [];
  if (beside === 'log') return actor === 'feedLog' ? feedingAccess(true) : (logAccess[actor] ?? []);
  const { shows }: Partial<OperationDefinition> = actor in contract ? contract[actor as keyof typeof contract] : {};
  return [...tableAccess[actor], ...(shows === true ? [accessLogging] : [])];
};

const isAllowed = (actor: Actor, { action, index, partitions, attributes, select, beside }: TableAction): boolean =>
  accessOf(actor, beside).some(
    (access) =>
      access.action === action &&
      (index === undefined ? access.indexes === undefined : access.indexes?.includes(index) === true) &&
      (access.attributes === undefined || !isReading(access.action) || select === 'SPECIFIC_ATTRIBUTES') &&
      partitions.every((partition) => access.partitions?.some((pattern) => isLike(partition, pattern)) ?? true) &&
      attributes.every((attribute) => access.attributes?.includes(attribute) ?? true),
  );
