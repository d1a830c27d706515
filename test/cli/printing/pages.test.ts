import { join } from 'node:path';
import { expect, test } from 'vitest';
import { namePages, namePagesIn } from '../../../cli/printing/pages.ts';

const root = join(import.meta.dirname, '../../..');

test('a page is named as a shell elsewhere opens it', () => {
  const message = 'Clean up first (docs/deploy.md, After a rollback). docs/policies.md says which role may.';

  expect(namePagesIn(message, root, join(root, '..'))).toBe(
    message.replaceAll('docs/', `${root.split('/').at(-1)}/docs/`),
  );
  expect(namePagesIn(message, root, '/somewhere')).toBe(message.replaceAll('docs/', `${root}/docs/`));
  expect(namePages(message)).toBe(message);
});

test.each(['docs/shop.md', 'my/docs/deploy.md', '../docs/deploy.md', 'https://shop.example/docs/deploy.md'])(
  '%s is somebody else’s',
  (path) => {
    expect(namePagesIn(path, root, '/somewhere')).toBe(path);
  },
);
