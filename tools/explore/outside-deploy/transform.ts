/** A resource of a template. */
interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DependsOn?: string | readonly string[];
  readonly DeletionPolicy?: string;
}

/** As much of a template as is read here. */
export interface StackTemplate {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value?: unknown }>>;
}

/** What an emulator lacks: types, and alarms over more than one metric, which it refuses only when it creates one. */
export interface Lacking {
  readonly types: ReadonlySet<string>;
}

const alarm = 'AWS::CloudWatch::Alarm';

const isLacking = ({ Type, Properties = {} }: Resource, { types }: Lacking): boolean =>
  types.has(Type) || (Type === alarm && 'Metrics' in Properties);

/** The logical ids of what an emulator cannot create. */
export const findLacking = ({ Resources }: StackTemplate, lacking: Lacking): string[] =>
  Object.keys(Resources).filter((id) => isLacking(Resources[id] as Resource, lacking));

type Place = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every value of a template written anew from the inside out; an entry without content is dropped. */
const rewrite = (value: unknown, write: (place: Place) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((entry) => rewrite(entry, write)).filter((entry) => entry !== undefined);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, entry]) => [name, rewrite(entry, write)] as const);
  return write(Object.fromEntries(entries.filter(([, entry]) => entry !== undefined)));
};

const nameOf = ({ Ref, 'Fn::GetAtt': attribute }: Place): unknown =>
  Ref ?? (Array.isArray(attribute) ? attribute[0] : undefined);

/**
 * The template without what the emulator lacks, and without what refers to that: the entry of a list, the property or the
 * output that is a reference, and the dependency. All else stays as it is.
 */
export const leaveOut = (template: StackTemplate, lacking: Lacking): StackTemplate => {
  const gone = new Set<unknown>(findLacking(template, lacking));
  const withoutDependency = ({ DependsOn, ...resource }: Resource): Resource => {
    if (DependsOn === undefined) return resource;
    const kept = [DependsOn].flat().filter((id) => !gone.has(id));
    return { ...resource, ...(kept.length > 0 && { DependsOn: kept }) };
  };
  const kept = Object.entries(template.Resources).filter(([id]) => !gone.has(id));
  const Resources = Object.fromEntries(kept.map(([id, resource]) => [id, withoutDependency(resource)]));
  const rest = rewrite({ ...template, Resources }, (place) =>
    gone.has(nameOf(place)) ? undefined : place,
  ) as StackTemplate;
  if (rest.Outputs === undefined) return rest;
  return { ...rest, Outputs: Object.fromEntries(Object.entries(rest.Outputs).filter(([, { Value }]) => Value)) };
};

const mapResources = (template: StackTemplate, change: (resource: Resource) => Resource): StackTemplate => ({
  ...template,
  Resources: Object.fromEntries(Object.entries(template.Resources).map(([id, resource]) => [id, change(resource)])),
});

/** The template whose functions call the emulator where the template names an endpoint of AWS. */
export const pointAt = (template: StackTemplate, url: string): StackTemplate =>
  mapResources(template, (resource) => {
    const environment = resource.Properties?.Environment;
    if (!isObject(environment) || !isObject(environment.Variables)) return resource;
    const Variables = Object.fromEntries(
      Object.entries(environment.Variables).map(([name, value]) => [
        name,
        name.startsWith('AWS_ENDPOINT_URL') ? url : value,
      ]),
    );
    return { ...resource, Properties: { ...resource.Properties, Environment: { ...environment, Variables } } };
  });

/** The template that asks for the ARN of a secret by its attribute. The emulator refers to a secret by its name, AWS by its ARN. */
export const nameSecretsByArn = (template: StackTemplate): StackTemplate => {
  const secrets = new Set<unknown>(
    Object.keys(template.Resources).filter((id) => template.Resources[id]?.Type === 'AWS::SecretsManager::Secret'),
  );
  return rewrite(template, (place) =>
    secrets.has(place.Ref) ? { 'Fn::GetAtt': [place.Ref, 'Id'] } : place,
  ) as StackTemplate;
};

/** Conditions of KMS that the emulator does not know, and so never finds true. */
const unknownCondition = /^kms:(?:EncryptionContext|MessageType|SigningAlgorithm)/;

/** The template whose policies allow a use of a key without the conditions that the emulator does not know. */
export const dropUnknownConditions = (template: StackTemplate): StackTemplate =>
  rewrite(template, (place) => {
    const { Effect, Condition } = place;
    if (Effect !== 'Allow' || !isObject(Condition)) return place;
    const known = Object.entries(Condition).map(([operator, keys]) => [
      operator,
      Object.fromEntries(Object.entries(keys as Place).filter(([key]) => !unknownCondition.test(key))),
    ]);
    const kept = known.filter(([, keys]) => Object.keys(keys as Place).length > 0);
    const { Condition: _, ...statement } = place;
    return { ...statement, ...(kept.length > 0 && { Condition: Object.fromEntries(kept) }) };
  }) as StackTemplate;

/** The template whose functions have so much memory. */
export const giveMemory = (template: StackTemplate, megabytes: number): StackTemplate =>
  mapResources(template, (resource) =>
    resource.Type === 'AWS::Lambda::Function'
      ? { ...resource, Properties: { ...resource.Properties, MemorySize: megabytes } }
      : resource,
  );
