/** Whether an access token says that its user may change things. It only decides what is shown: nothing is verified. */
export const mayWrite = (accessToken: string): boolean => {
  const [, payload = ''] = accessToken.split('.');
  try {
    const { scope } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof scope === 'string' && scope.split(' ').includes('consents:write');
  } catch {
    return false;
  }
};
