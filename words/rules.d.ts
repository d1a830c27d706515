/** What is used of rules that bring no types. */
declare module 'textlint-rule-terminology' {
  const rule: import('@textlint/kernel').TextlintKernelRule['rule'];

  export { rule as default };
}

declare module 'textlint-rule-sentence-length' {
  const rule: { readonly default: import('@textlint/kernel').TextlintKernelRule['rule'] };

  export { rule as default };
}
