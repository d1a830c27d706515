import * as database from './database-postgresql.mjs';
import { start } from './serve.mjs';

start(database);
