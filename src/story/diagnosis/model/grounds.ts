/** What a submitted diagnosis is checked against. */
import type { Plugin } from '../../../plugins/plugin.ts'
import type { InstructionFlag } from '../../incident/diagnosis.ts'
import type { Analysis } from '../analyse.ts'
import type { Exhibit } from '../evidence.ts'
import type { Hands } from '../gates/judge-step.ts'
import type { GivesOrders } from '../instructions/gives-orders.ts'

export type Grounds = {
  analysis: Analysis
  exhibits: readonly Exhibit[]
  plugins: readonly Plugin[]
  flags: readonly InstructionFlag[]
  givesOrders: GivesOrders
  hands: Hands
  /** What a person said who asked us to look again. */
  feedback: string | undefined
}
