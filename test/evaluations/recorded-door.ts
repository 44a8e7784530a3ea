/** The door of an exported case: each question is answered as it was then, and what nobody asked then is not known. */
import canonicalize from 'canonicalize'
import type { Intention, PluginCall, PluginResult } from '../../src/plugins/plugin.ts'
import type { PluginDoor } from '../../src/plugins/run-plugin.ts'
import type { CaseRecord } from '../world/case/case-file.ts'
import { withoutTimes } from '../world/case/move-times.ts'

export function createRecordedDoor({ calls, intentions }: CaseRecord): Pick<PluginDoor, 'diagnose' | 'intend'> {
  return {
    async diagnose({ plugin, parameters }) {
      const answered = findCall(calls, { plugin, parameters })
      const result = answered ? (answered.result as PluginResult) : notRecorded(plugin)
      return { plugin, parameters, result, seconds: 0 }
    },
    async intend(call) {
      const seen = findCall(intentions, call)
      if (!seen) throw new Error(`Not recorded: what ${call.plugin} would have done there is not in the exported case.`)
      return seen.intention as Intention
    },
  }
}

function notRecorded(plugin: string): PluginResult {
  return { success: false, error: `Not recorded: nobody asked ${plugin} this before the incident was exported.` }
}

/** A question that names moments names others now; all else must be the same. */
function findCall<Call extends { plugin: string; parameters: unknown }>(all: readonly Call[], call: PluginCall) {
  const words = ({ plugin, parameters }: { plugin: string; parameters: unknown }) =>
    canonicalize({ plugin, parameters }) ?? ''
  const asked = words(call)
  return all.find((one) => words(one) === asked) ?? all.find((one) => withoutTimes(words(one)) === withoutTimes(asked))
}
