import { Problem } from '../../problem.ts'

/** The store was away: nobody did anything wrong, however often it happens. */
export function isOutage(error: unknown): boolean {
  return error instanceof Problem && error.code === 'SERVICE_UNAVAILABLE'
}
