/**
 * What an action does, as one person would tell another. Only its own parameters speak here, never what an alert or a
 * model wrote about it; exactly what runs stands beside it, so a plugin without words of its own loses nothing.
 */
import type { Proposal } from '@contract/incident-course.ts'
import { exactText, exactValue } from './exact-text.ts'

type Planned = Proposal['actions'][number]
type Told = Pick<Planned, 'plugin' | 'parameters'> & Partial<Pick<Planned, 'targets' | 'changes'>>

export function tellAction(action: Told): string {
  const words = Object.hasOwn(WORDS, action.plugin) ? WORDS[action.plugin]?.(readerOf(action)) : undefined
  // A parameter that is not there would leave a hole in the sentence.
  return words === undefined || words.includes(MISSING) ? plainly(action) : words
}

/** `terminate_query {"pid":17}` of an earlier incident. */
export function tellCall(call: string): string {
  const [, plugin = '', json = ''] = /^(\S+) (\{.*\})$/s.exec(call) ?? []
  const parameters = readObject(json)
  return parameters ? tellAction({ plugin, parameters }) : exactText(call)
}

/** One parameter as it stands; the sides of a change, where the plan tells it. */
type Reader = Record<'given' | 'from' | 'to', (name: string) => string> & { count: number }

const WORDS: Readonly<Record<string, (action: Reader) => string>> = {
  terminate_query: ({ given }) => endSession(given),
  kill_deadlock: ({ given }) => `${endSession(given)}, which blocks others`,
  restart_pod: ({ given }) => `Restart pod ${placed(given, 'pod_name')}`,
  scale_deployment: ({ given, from }) => {
    const before = from('spec.replicas')
    const change = `${before === '' ? '' : `from ${before} `}to ${counted(given('replicas'), 'replica')}`
    return `Scale Deployment ${placed(given, 'deployment')} ${change}`
  },
  rollback_deployment: ({ given, from, to }) => {
    const [before, after] = [from('revision'), given('revision')]
    const away = before === '' ? '' : ` from revision ${before}`
    return `Roll Deployment ${placed(given, 'deployment')} back${away} to ${after === MISSING ? earlier(to('revision')) : after}`
  },
  cordon_node: ({ given }) =>
    given('uncordon') === 'true'
      ? `Let new pods onto node ${given('node')} again`
      : `Keep new pods off node ${given('node')}`,
  delete_evicted_pods: ({ given, count }) =>
    `Delete ${count === 0 ? 'the evicted pods' : counted(String(count), 'evicted pod')} of namespace ${given('namespace')}`,
  vacuum_table: ({ given }) => `Vacuum table ${given('table')}${ofDatabase(given)}`,
  'shell.exec_write': ({ given }) => `Run on the machine of Firebreak: ${given('command')}`,
}

const MISSING = '\u0000'

function readerOf({ parameters, targets = [], changes = [] }: Told): Reader {
  const fields = parameters as Readonly<Record<string, unknown>>
  return {
    given: (name) => (Object.hasOwn(parameters, name) ? exactValue(fields[name]) : MISSING),
    from: (field) => exactText(changes.find((change) => change.field === field)?.from ?? ''),
    to: (field) => exactText(changes.find((change) => change.field === field)?.to ?? ''),
    count: targets.length,
  }
}

/** `template of 20` names the revision that was before. */
function earlier(to: string): string {
  return /\d+$/.exec(to)?.[0] ?? 'the one before'
}

function endSession(given: Reader['given']): string {
  return `End session ${given('pid')}${ofDatabase(given)}`
}

function ofDatabase(given: Reader['given']): string {
  const database = given('database')
  return database === MISSING ? '' : ` of database ${database}`
}

function placed(given: Reader['given'], name: string): string {
  const namespace = given('namespace')
  return `${namespace === MISSING ? '' : `${namespace}/`}${given(name)}`
}

function counted(number: string, noun: string): string {
  return `${number} ${noun}${number === '1' ? '' : 's'}`
}

function plainly({ plugin, targets = [] }: Told): string {
  const where = targets.map(tellTarget).join(', ')
  return `Run ${exactText(plugin)}${where === '' ? '' : ` on ${where}`}`
}

export function tellTarget(target: object): string {
  const { namespace, kind, name } = target as Record<string, unknown>
  const place = typeof namespace === 'string' ? `${namespace}/` : ''
  return exactText(`${kind ?? ''} ${place}${name ?? ''}`.trim())
}

function readObject(json: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(json) as Record<string, unknown>
  } catch {
    return undefined
  }
}
