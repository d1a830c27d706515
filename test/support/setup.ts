import { randomUUID } from 'node:crypto';
import { createFreshTable } from './fresh-table.ts';

const { hostname } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? 'http://missing');
if (hostname !== '127.0.0.1') throw new Error(`Tests write and delete: they run against this machine only.`);

/** A fresh table for every test file, or for the worker where its files share their modules, which know its name. */
const prefix = `test-${process.pid}-`;
if (!process.env.TABLE_NAME?.startsWith(prefix)) await createFreshTable(`${prefix}${randomUUID()}`);
