import { attempt, CommandError } from './command-error.ts';
import { writePage } from './reference/folder.ts';

process.exitCode = await attempt(async () => {
  const [folder, ...more] = process.argv.slice(2);
  if (folder === undefined || folder === '' || folder.startsWith('-') || more.length > 0) {
    throw new CommandError('Name one folder for the page: npm run docs:page -- <folder>', 'usage');
  }
  const names = await writePage(folder);
  console.log(`${folder}: ${names.join(', ')}`);
});
