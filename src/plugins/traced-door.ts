/** The door with every call of a plugin as a span; what was asked and what came back stays here. */
import type { Span, SpanFacts, Traces } from '../ports/traces.ts'
import type { Catalogue } from './catalogue.ts'
import type { PluginCall, PluginResult } from './plugin.ts'
import type { PluginDoor } from './run-plugin.ts'

type Door = Pick<PluginDoor, 'diagnose' | 'intend' | 'remediate' | 'readBack' | 'verify' | 'settlesWithinSeconds'>

export function traceDoor(door: Door, catalogue: Catalogue, traces: Traces): Door {
  /** A model may ask for anything; only a name we know is told. */
  const span = (purpose: string, { plugin }: PluginCall) => ({
    name: 'plugin call' as const,
    facts: { purpose, plugin: catalogue.find(plugin) ? plugin : 'unknown' },
  })
  const asked = (purpose: string, call: PluginCall): Span => ({ ...span(purpose, call), factsOf: () => SUCCESS })
  return {
    diagnose: (call, signal) => traces.span({ ...span('run', call), factsOf }, () => door.diagnose(call, signal)),
    remediate: (call, act) => traces.span({ ...span('run', call), factsOf }, () => door.remediate(call, act)),
    intend: (call, signal) => traces.span(asked('intend', call), () => door.intend(call, signal)),
    readBack: (call, act, signal) => traces.span(asked('read back', call), () => door.readBack(call, act, signal)),
    settlesWithinSeconds: (name) => door.settlesWithinSeconds(name),
    verify: (call, act, signal) => traces.span(asked('verify', call), () => door.verify(call, act, signal)),
  }
}

const SUCCESS: SpanFacts = { outcome: 'success' }

function factsOf({ result }: { result: PluginResult }): SpanFacts {
  return result.success ? SUCCESS : { outcome: 'failure', hasFailed: true }
}
