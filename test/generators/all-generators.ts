import type { Generator } from './generator.ts';
import { go } from './go/generator.ts';
import { heyApi } from './hey-api/generator.ts';
import { java, javaOkhttp } from './java/generator.ts';
import { openapiFetch } from './openapi-fetch/generator.ts';
import { php } from './php/generator.ts';
import { openapiPythonClient } from './python/generator.ts';
import { pythonOfOpenapiGenerator } from './python-openapi-generator/generator.ts';

/** In the order of the table. */
export const generators: readonly Generator[] = [
  go,
  openapiPythonClient,
  pythonOfOpenapiGenerator,
  java,
  javaOkhttp,
  php,
  openapiFetch,
  heyApi,
];
