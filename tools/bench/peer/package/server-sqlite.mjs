import * as database from './database-sqlite.mjs';
import { start } from './serve.mjs';

start(database);
