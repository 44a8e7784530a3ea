/**
 * The one door. Nothing else runs a plugin: parameters are checked, time is limited, output is capped and redacted, use is
 * counted, and a remediation passes only with policy's permit for exactly this call.
 */
import { isPermitFor, type Permit } from '../guidance/policy/permit.ts'
import type { Redactor } from '../guidance/secrecy/redact.ts'
import type { ActingCluster } from '../ports/cluster.ts'
import { type Fence, NOTHING_TO_FENCE } from '../ports/deadline.ts'
import { capResult } from './cap-result.ts'
import type { Catalogue } from './catalogue.ts'
import { checkParameters } from './check-parameters.ts'
import { fenceTools } from './fenced-tools.ts'
import { whyLeftAlone } from './kubernetes/left-alone.ts'
import type {
  Check,
  Intention,
  PastAct,
  Plugin,
  PluginCall,
  PluginResult,
  ReadBack,
  RemediationPlugin,
  RemediationResult,
  Tools,
} from './plugin.ts'
import type { PluginStats } from './plugin-stats.ts'
import { LeftBehind, withinTime } from './within-time.ts'

/** A call as it is remembered: what was asked, what came back, and how long it took. */
type FinishedCall<Result = PluginResult> = PluginCall & { result: Result; seconds: number }

type DoorParts = {
  catalogue: Catalogue
  tools: Omit<Tools, 'signal'>
  /** The account that may change. It leaves the door in one place, together with a permit. */
  actingCluster: ActingCluster
  redactor: Redactor
  stats: PluginStats
  /** Taken out of use by DISABLED_PLUGINS, read at each call. */
  disabledPlugins: () => Promise<readonly string[]>
}

type Act = {
  permit: Permit
  preconditions: Readonly<Record<string, unknown>>
  signal: AbortSignal
} & ({ isDryRun: true } | { isDryRun: boolean; fence: Fence })

type Run<Result> = (plugin: Plugin, parameters: Record<string, unknown>, tools: Tools) => Promise<Result>

const TIMEOUT_SECONDS = 30

export class PluginDoor {
  readonly #parts: DoorParts

  constructor(parts: DoorParts) {
    this.#parts = parts
  }

  /** Only diagnostic plugins pass here, whatever the name says. */
  diagnose(call: PluginCall, signal: AbortSignal): Promise<FinishedCall> {
    return this.#pass(call, signal, (plugin, parameters, tools) => {
      if (plugin.category !== 'diagnostic')
        throw new Error(`${plugin.name} changes systems and cannot be called to diagnose.`)
      return plugin.run(parameters, tools)
    })
  }

  /** As it can be used on this machine, with the systems that are set up; undefined where it cannot. */
  async offer(plugin: Plugin): Promise<Plugin | undefined> {
    if (!plugin.offer) return plugin
    const offered = await plugin.offer(this.#parts.tools)
    return offered && { ...plugin, ...offered }
  }

  /** What the remediation would do; reads only. Throws with a sentence where it cannot be done. */
  async intend(call: PluginCall, signal: AbortSignal): Promise<Intention> {
    const { plugin, parameters } = await this.#open(call)
    const intention = await withinTime(this.#limitOf(plugin), signal, (limited) =>
      intendHeeding(asRemediation(plugin), parameters, { ...this.#parts.tools, signal: limited }),
    )
    // People read the changes; preconditions and commands are compared and judged, so they stay as they are.
    const changes = this.#parts.redactor.redactValue(intention.effect.changes)
    return { ...intention, effect: { ...intention.effect, changes } }
  }

  remediate(call: PluginCall, act: Act): Promise<FinishedCall<RemediationResult>> {
    // A copy, so that what is compared with the permit is what runs, whatever the caller does with his meanwhile.
    const fixed = structuredClone(call)
    const run: Run<RemediationResult> = (plugin, parameters, tools) => {
      const remediation = asRemediation(plugin)
      if (!isPermitFor(act.permit, { plugin: plugin.name, parameters: fixed.parameters })) {
        throw new Error('Policy gave no permit for exactly this call, so nothing was run.')
      }
      const fence = 'fence' in act ? act.fence : NOTHING_TO_FENCE
      const actingTools = fenceTools({ ...tools, cluster: this.#parts.actingCluster, fence }, fence)
      return remediation.run(parameters, actingTools, { preconditions: act.preconditions, isDryRun: act.isDryRun })
    }
    // A rehearsal carries nothing out: how often and how well a remediation works is told by what was done.
    return this.#pass(fixed, act.signal, run, { isCounted: !act.isDryRun, isAct: !act.isDryRun })
  }

  /** So long after it was asked for, a change may still come about on the target. */
  settlesWithinSeconds(name: string): number {
    const plugin = this.#parts.catalogue.find(name)
    if (plugin?.category !== 'remediation') return TIMEOUT_SECONDS
    return plugin.settlesWithinSeconds ?? this.#limitOf(plugin)
  }

  /** Whether the target shows that an act was done whose record was lost. Undefined where it cannot be told. */
  async readBack(call: PluginCall, act: PastAct, signal: AbortSignal): Promise<ReadBack> {
    const { plugin, parameters } = await this.#open(call)
    const tools = this.#parts.tools
    return withinTime(this.#limitOf(plugin), signal, async (limited) =>
      asRemediation(plugin).readBack?.(parameters, { ...tools, signal: limited }, act),
    )
  }

  /** What the plugin itself can say about the outcome; undefined where it knows nothing. */
  async verify(call: PluginCall, act: PastAct, signal: AbortSignal): Promise<Check | undefined> {
    const { plugin, parameters } = await this.#open(call)
    const tools = this.#parts.tools
    const check = await withinTime(this.#limitOf(plugin), signal, (limited) =>
      asRemediation(plugin).verify(parameters, { ...tools, signal: limited }, act),
    )
    return check && this.#parts.redactor.redactValue(check)
  }

  async #pass<Result extends PluginResult>(
    call: PluginCall,
    signal: AbortSignal,
    run: Run<Result>,
    { isCounted, isAct } = { isCounted: true, isAct: false },
  ): Promise<FinishedCall<Result>> {
    const began = performance.now()
    let wasOpened = false
    const opened: Run<Result> = (...given) => {
      wasOpened = true
      return run(...given)
    }
    const result = await this.#attempt(call, signal, opened)
      .then((answer) => this.#tidy(answer))
      .catch((error) =>
        this.#tidy({ ...failureOf(error), ...(isAct && isLeft(error) && { isUnknown: true }) } as never),
      )
    const seconds = (performance.now() - began) / 1000
    // A call that was refused at the door used nothing. Counting must not cost an answer that is there: the store may be
    // away while the cluster is not.
    if (wasOpened && isCounted)
      await this.#parts.stats.record(call.plugin, { success: result.success, seconds }).catch(() => {})
    const { redactor } = this.#parts
    return {
      plugin: call.plugin,
      parameters: redactor.redactValue(call.parameters),
      result,
      seconds,
    }
  }

  async #attempt<Result>(call: PluginCall, signal: AbortSignal, run: Run<Result>): Promise<Result> {
    const { plugin, parameters } = await this.#open(call)
    return withinTime(this.#limitOf(plugin), signal, (limited) =>
      run(plugin, parameters, { ...this.#parts.tools, signal: limited }),
    )
  }

  async #open({
    plugin: name,
    parameters: given,
  }: PluginCall): Promise<{ plugin: Plugin; parameters: Record<string, unknown> }> {
    const plugin = this.#parts.catalogue.find(name)
    if (!plugin) throw new Error(`There is no plugin ${name}.`)
    if ((await this.#parts.disabledPlugins()).includes(name))
      throw new Error(`${name} is taken out of use by DISABLED_PLUGINS.`)
    const checked = checkParameters(plugin.parameters, given)
    if ('error' in checked) throw new Error(checked.error)
    return { plugin, parameters: checked.parameters }
  }

  #limitOf({ timeoutSeconds = TIMEOUT_SECONDS }: Plugin): number {
    return timeoutSeconds
  }

  /** Redacted before it is cut: a secret that straddles the cut must not survive it. */
  #tidy<Result extends PluginResult>(result: Result): Result {
    const { value, isCut } = capResult(this.#parts.redactor.redactValue(result))
    // So large that not even its parts could be cut: what is left of it is text.
    if (typeof value !== 'object')
      return {
        success: result.success,
        [result.success ? 'message' : 'error']: String(value),
        truncated: true,
      } as never
    return (isCut ? { ...value, truncated: true } : value) as Result
  }
}

/** What people wrote on anything it would touch counts, whatever the plugin looked at itself. */
async function intendHeeding(
  plugin: RemediationPlugin,
  parameters: Record<string, unknown>,
  tools: Tools,
): Promise<Intention> {
  const intention = await plugin.intend(parameters, tools)
  const refusal = await whyLeftAlone(intention.effect, tools)
  if (refusal !== undefined) throw new Error(refusal)
  return intention
}

function asRemediation(plugin: Plugin): RemediationPlugin {
  if (plugin.category !== 'remediation')
    throw new Error(`${plugin.name} changes nothing and needs no permit; call it to diagnose.`)
  return plugin
}

/** A change that was under way when its time was up may have been made. */
function isLeft(error: unknown): boolean {
  return error instanceof LeftBehind
}

/** A failure is an answer: it carries the words of the system that failed. */
function failureOf(error: unknown): PluginResult {
  return { success: false, error: error instanceof Error ? error.message : String(error) }
}
