/**
 * What an action does, as one person would tell another, in the words its plugin brings. Only its own parameters speak here,
 * never what an alert or a model wrote about it; exactly what runs stands beside it, so a plugin without words of its own
 * loses nothing.
 */
import type { Proposal } from '@contract/incident-course.ts'
import { besideHan } from '../../../src/words/beside-han.ts'
import { phrase } from '../language/phrase.ts'
import { exactText, exactValue } from './exact-text.ts'

type Planned = Proposal['actions'][number]
export type ActionToDescribe = Pick<Planned, 'plugin' | 'parameters'> & Partial<Pick<Planned, 'targets' | 'changes'>>

/** By the name of the plugin; `src/plugins/plugin.ts` says how they are written. */
export type ActionWords = ReadonlyMap<string, string>

export function tellAction(action: ActionToDescribe, words: ActionWords): string {
  const template = words.get(action.plugin)
  // A parameter that is not there would leave a hole in the sentence.
  return (template === undefined ? undefined : fillIn(template, action)) ?? plainly(action)
}

/** `terminate_query {"pid":17}` of an earlier incident. */
export function tellCall(call: string, words: ActionWords): string {
  const [, plugin = '', json = ''] = /^(\S+) (\{.*\})$/s.exec(call) ?? []
  const parameters = readObject(json)
  return parameters ? tellAction({ plugin, parameters }, words) : exactText(call)
}

function fillIn(template: string, action: ActionToDescribe): string | undefined {
  const whole = template.replace(/\[([^[\]]*)\]/g, (_, part: string) => fillPart(part, action) ?? '')
  return fillPart(whole, action)
}

/** Undefined where something it names is not given. */
function fillPart(part: string, action: ActionToDescribe): string | undefined {
  const pieces = part.split(/\{([^{}]+)\}/).map((piece, at) => (at % 2 === 0 ? piece : fillOne(piece, action)))
  return pieces.includes(undefined) ? undefined : besideHan(pieces).join('')
}

function fillOne(asked: string, action: ActionToDescribe): string | undefined {
  const [, name = '', yes = '', no = ''] = /^(\w+)\?([^:]*):(.*)$/.exec(asked) ?? []
  if (name !== '') return partOf(name, action) === 'true' ? yes : no
  const [first = '', ...others] = asked.split('|')
  const otherwise = others.pop()
  return [first, ...others].map((each) => counted(each, action)).find((value) => value !== undefined) ?? otherwise
}

/** `replicas replica` is that many replicas; `revision 第 # 版` has its number where the sign stands. */
function counted(asked: string, action: ActionToDescribe): string | undefined {
  const [, name = '', noun = ''] = /^(\S+)(?: (.+))?$/.exec(asked) ?? []
  const value = partOf(name, action)
  if (value === undefined || noun === '') return value
  return noun.includes('#') ? noun.replace('#', () => value) : `${value} ${noun}${value === '1' ? '' : 's'}`
}

/** One parameter as it stands, one side of a change where the plan tells it, or how many things are touched. */
function partOf(asked: string, { parameters, targets = [], changes = [] }: ActionToDescribe): string | undefined {
  if (asked === 'targets') return targets.length === 0 ? undefined : String(targets.length)
  const [, side, field] = /^(from|to):(.+)$/.exec(asked) ?? []
  const value =
    side === undefined ? ownOf(parameters, asked) : changes.find((one) => one.field === field)?.[side as 'from']
  if (value === undefined || value === null || value === '') return undefined
  return exactValue(value).replace(TEMPLATE_OF, '')
}

/** A revision that is returned to becomes a new one; people call it by the number it had. */
const TEMPLATE_OF = /^template of (?=\d+$)/

function ownOf(parameters: object, name: string): unknown {
  return Object.hasOwn(parameters, name) ? (parameters as Readonly<Record<string, unknown>>)[name] : undefined
}

function plainly({ plugin, targets = [] }: ActionToDescribe): string {
  const where = targets.map(tellTarget).join(', ')
  return where === ''
    ? phrase('Run {plugin}', { plugin: exactText(plugin) })
    : phrase('Run {plugin} on {where}', { plugin: exactText(plugin), where })
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
