/** Values that a path or query string can contain. */
type Part = string | number | boolean;

/**
 * The URL of a request: fills `:name` parts from params and appends the query. Missing and blank query values are
 * omitted, because the server treats them the same. Throws TypeError for a missing path parameter.
 */
export function buildUrl(base: string, path: string, params: unknown, query: unknown): string {
  const values = new Map(entriesOf(params));
  const filled = path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = values.get(name);
    if (!isPart(value) || value === '') throw new TypeError(`Path parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of entriesOf(query)) {
    const items: unknown[] = Array.isArray(value) ? value : [value];
    for (const item of items) if (isPart(item) && item !== '') search.append(name, String(item));
  }
  const text = search.toString();
  return `${base}${filled}${text === '' ? '' : `?${text}`}`;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function isPart(value: unknown): value is Part {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
