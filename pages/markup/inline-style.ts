import { styleProperties } from './allowed-style.ts';
import { describeAllowed } from './allowed-values.ts';

const checkDeclaration = (declaration: string): string | undefined => {
  const [property = '', value = ''] = declaration.split(/:(.*)/s).map((part) => part.trim().toLowerCase());
  const values = Object.hasOwn(styleProperties, property) ? styleProperties[property] : undefined;
  if (values === undefined) {
    const name = /^-?[a-z][a-z-]*$/.test(property) ? `property ${property}` : 'declaration';
    return `the ${name} is not allowed; allowed are ${Object.keys(styleProperties).join(', ')}`;
  }
  return values.includes(value) ? undefined : `the property ${property} must be ${describeAllowed(values)}`;
};

/** What is wrong with the first bad declaration of a `style`. Escapes, comments and `!important` are not allowed. */
export const checkStyle = (style: string): string | undefined => {
  for (const declaration of style.split(';')) {
    const wrong = /^[ \t\n]*$/.test(declaration) ? undefined : checkDeclaration(declaration);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
};
