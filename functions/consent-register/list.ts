import { answerList, beginListing } from '../../shared/consents/reports/list-page.ts';
import { listConsents } from '../../shared/contract.ts';
import { operation } from '../../shared/operation.ts';
import { listing } from '../listing.ts';

export const handler = operation(listConsents, ...listing('list', { begin: beginListing, answer: answerList }));
