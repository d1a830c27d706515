import { writePage } from './reference/folder.ts';
import { attempt, Stop } from './stop.ts';

process.exitCode = await attempt(async () => {
  const [folder, ...more] = process.argv.slice(2);
  if (folder === undefined || folder === '' || folder.startsWith('-') || more.length > 0) {
    throw new Stop('Name one folder for the page: npm run docs:page -- <folder>', 'usage');
  }
  const names = await writePage(folder);
  console.log(`${folder}: ${names.join(', ')}`);
});
