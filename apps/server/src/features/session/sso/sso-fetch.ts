import type { CustomFetch } from 'openid-client';

/** Larger than any real discovery document, key set or token response. */
const MAX_BYTES = 512 * 1024;
/** Statuses without a body, which `Response` refuses to give one. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Fetches like the global `fetch`, but throws if the body is larger than 512 KiB. */
export const fetchLimited: CustomFetch = async (url, options) => {
  const { body, ...rest } = options;
  const response = await fetch(url, { ...rest, body: body ?? null });
  const content = await readLimited(response);
  return new Response(WITHOUT_BODY.has(response.status) ? null : content, {
    status: response.status,
    headers: response.headers,
  });
};

async function readLimited({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error('The response is too large');
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
