/** Lets `import express from 'express'` be the stand-in, for `node --import`. */

import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'express'
      ? { url: new URL('express.js', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
