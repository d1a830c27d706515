import { listDueConsents } from '../../shared/api/contract.ts';
import { operation } from '../../shared/api/stack.ts';
import { answerDue, beginDue } from '../../shared/consents/due.ts';
import { readAtFirstCall, Showing } from '../environment.ts';
import { listing } from '../listing.ts';

const readConfig = readAtFirstCall(Showing);

export const handler = operation(
  listDueConsents,
  readConfig,
  listing('due', readConfig, { begin: beginDue, answer: answerDue }),
);
