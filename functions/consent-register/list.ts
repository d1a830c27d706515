import { listConsents } from '../../shared/api/contract.ts';
import { operation } from '../../shared/api/stack.ts';
import { answerList, beginListing } from '../../shared/consents/list.ts';
import { readAtFirstCall, Showing } from '../environment.ts';
import { listing } from '../listing.ts';

const readConfig = readAtFirstCall(Showing);

export const handler = operation(
  listConsents,
  readConfig,
  listing('list', readConfig, { begin: beginListing, answer: answerList }),
);
