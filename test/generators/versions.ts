/** What is tried: each generator outside npm, and what the clients that it makes need. Those of npm are in package.json. */
export const versions = {
  oapiCodegen: '2.8.2',
  oapiCodegenRuntime: '1.8.0',
  openapiGenerator: '7.25.0',
  mavenDependencyPlugin: '3.8.1',
  openapiPythonClient: '0.29.1',
  mypy: '2.4.1',
  pydantic: '2.14.3',
  pythonDateutil: '4.0.0',
  urllib3: '2.8.0',
} as const;
