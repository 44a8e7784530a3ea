/** What metrics, central logs and the error tracker say about the alert's subject. */
import type { Exhibit } from '../evidence.ts'

export type SignalScene = { exhibits: readonly Exhibit[] }
