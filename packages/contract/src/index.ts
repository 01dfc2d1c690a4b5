import type { Endpoint } from './core/endpoint.ts';
import * as dashboard from './dashboard.ts';
import * as offices from './offices.ts';
import * as patients from './patients.ts';
import * as session from './session.ts';
import * as system from './system.ts';
import * as users from './users.ts';

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'guard' in value && 'path' in value && 'response' in value
  );
}

/** Every endpoint of the portal: what the server must bind, OpenAPI shows and the access matrix runs. */
export const endpoints: readonly Endpoint[] = [system, session, dashboard, offices, users, patients].flatMap(
  (area) => Object.values(area).filter(isEndpoint),
);
