import * as v from 'valibot';
import { identifier } from '../schema/scalar.ts';

export const ListedProject = v.strictObject({
  uid: v.pipe(v.string(), v.description('UID of the project, by which requests name it.')),
  id: v.pipe(identifier, v.description('The id behind the UID.')),
  name: v.pipe(v.string(), v.description('What its operator calls it.')),
});

export const ListedProjects = v.strictObject({
  data: v.pipe(v.array(ListedProject), v.description('By UID.')),
  next: v.pipe(
    v.nullable(v.string()),
    v.description('What `after` of the next request is; `null` at the end of the list.'),
  ),
});
