/** Every search of values begins so. */
export const beginning = ['BatchGetItem', 'Query'];
