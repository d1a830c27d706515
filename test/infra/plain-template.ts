import { metricNamespace, nameApi } from '../../infra/register-name.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

interface Resource {
  readonly Type: string;
}

interface JsonTemplate {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, Json>>;
}

/** Each id -> one that says the type, and the how many-th it is. */
const numberIds = (Resources: JsonTemplate['Resources']): ReadonlyMap<string, string> =>
  new Map(Object.entries(Resources).map(([id, { Type }], i) => [id, `${Type} ${i}`]));

const isPartition = (part: Json): boolean => JSON.stringify(part) === '{"Ref":"AWS::Partition"}';

/** A text that CloudFormation joins, with the partition as a text: apps differ in whether CDK knows it. */
const joinPlainly = (parts: readonly Json[]): Json => {
  const joined: Json[] = [];
  for (const part of parts.map((each) => (isPartition(each) ? 'aws' : each))) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined.splice(-1, 1, `${last}${part}`);
    else joined.push(part);
  }
  return joined.length === 1 && joined[0] !== undefined ? joined[0] : { 'Fn::Join': ['', joined] };
};

/** Of a statement in a policy, which CDK sorts by ids in some apps. */
const unordered: ReadonlySet<string> = new Set(['Action', 'Resource']);

const sortParts = (value: Json): Json =>
  Array.isArray(value) ? value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : value;

/**
 * What a template of a register makes, without what is its own: ids, names and paths. The partition is a text,
 * and what has no order in a policy is sorted.
 *
 * @param name what names of its resources begin with
 * @param prefix of its outputs
 */
export const readPlainly = (template: object, name: string, prefix: string) => {
  const { Resources, Outputs = {} } = template as JsonTemplate;
  const ids = numberIds(Resources);
  const texts = [metricNamespace(name), name, nameApi(name)];
  const plainText = (text: string): string =>
    ids.get(text) ?? texts.reduce((all, one) => all.replaceAll(one, 'NAME'), text);
  const plain = (value: Json): Json => {
    if (typeof value === 'string') return plainText(value);
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const { 'Fn::Join': join } = value as { readonly 'Fn::Join'?: readonly [string, readonly Json[]] };
    if (join && join[0] === '') return joinPlainly(join[1].map(plain));
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== 'aws:cdk:path')
        .map(([key, each]) => [key, unordered.has(key) ? sortParts(plain(each)) : plain(each)]),
    );
  };
  return {
    resources: Object.entries(Resources).map(([id, resource]) => [ids.get(id), plain({ ...resource })]),
    outputs: Object.entries(Outputs).map(([id, output]) => [id.slice(prefix.length), plain(output)]),
  };
};
