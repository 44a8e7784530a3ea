/** A looked-after database as far as the alert concerns it; each part is the data of the plugin of that name. */
import type { Exhibit } from '../evidence.ts'

export type DatabaseScene = {
  database: string
  exhibits: readonly Exhibit[]
}
