import { demoPassword, provisionDemo } from '../../../cli/local/demo.ts';
import { hashPassword } from '../../../shared/identity/passwords.ts';
import { editItem, readAllItems } from './stored.ts';
import { table } from './table.ts';

/** Puts the demo data into the table of this test file. Its users log in at the cost of tests, a hundredth of the real one. */
export const putDemo = async (): Promise<void> => {
  await provisionDemo(table, new Date());
  const hash = await hashPassword(demoPassword);
  const credentials = (await readAllItems(table)).filter((item) => 'passwordHash' in item);
  await Promise.all(credentials.map((item) => editItem(table, item, 'SET passwordHash = :hash', { ':hash': hash })));
};
