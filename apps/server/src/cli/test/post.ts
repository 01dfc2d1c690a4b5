/** Sends JSON to an endpoint of a portal in another process and returns what it answers; `token` is of a session. */
export async function post(origin: string, path: string, body: object, token = '') {
  const response = await fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: Object(text === '' ? {} : JSON.parse(text)) };
}
