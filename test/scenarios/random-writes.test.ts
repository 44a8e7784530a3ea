/** Random requests, thousands at length, to every route that changes something. */
import { proveRandomRequests } from '../contracts/random-requests.ts'
import { inLength } from '../world/long-form.ts'
import { OPERATIONS } from '../world/open-api.ts'

proveRandomRequests(
  OPERATIONS.filter(({ method }) => method !== 'GET'),
  inLength(10, 5_000),
)
