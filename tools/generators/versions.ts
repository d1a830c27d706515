/** What is tried: each generator, and what the clients that it makes need. */
export const versions = {
  oapiCodegen: '2.8.2',
  oapiCodegenRuntime: '1.8.0',
  openapiGenerator: '7.25.0',
  mavenDependencyPlugin: '3.8.1',
  openapiPythonClient: '0.29.1',
  mypy: '2.4.1',
} as const;
