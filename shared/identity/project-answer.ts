import * as v from 'valibot';
import { identifier } from '../schema/scalar.ts';

export const ListedProject = v.strictObject({
  uid: v.pipe(v.string(), v.description('UID of the project. Requests name the project by it.')),
  id: v.pipe(identifier, v.description('Id of the project.')),
  name: v.pipe(v.string(), v.description('Name of the project, as set by the operator.')),
});

export const ListedProjects = v.strictObject({
  data: v.pipe(v.array(ListedProject), v.description('Sorted by UID.')),
  next: v.pipe(v.nullable(v.string()), v.description('Send it as `after` for the next page. `null` at the end.')),
  accountName: v.pipe(v.string(), v.description('Name of the account, as set by the operator.')),
});
