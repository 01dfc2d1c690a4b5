import { endpoints } from '@portal/contract';

const routes = endpoints.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^/api${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** The methods that an address of the API supports; empty for an address that does not exist. */
export function allowedMethods(url: string): string[] {
  const path = url.split('?')[0] ?? '';
  const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return methods.length === 0 ? [] : [...new Set(methods), ...(methods.includes('GET') ? ['HEAD'] : [])];
}
