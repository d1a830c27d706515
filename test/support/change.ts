import type { Change } from '../../shared/identity/operations-log.ts';
import { beginChange } from '../../shared/identity/operations-log.ts';

/** A change by somebody's command, as tests arrange what they need. */
export const changeAt = (now = new Date()): Change => beginChange({ by: 'local:test', command: 'test' }, now);
