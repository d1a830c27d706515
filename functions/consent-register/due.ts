import { answerDue, beginDue } from '../../shared/consents/reports/due.ts';
import { listDueConsents } from '../../shared/contract.ts';
import { operation } from '../../shared/operation.ts';
import { listing } from '../listing.ts';

export const handler = operation(listDueConsents, ...listing('due', { begin: beginDue, answer: answerDue }));
