/** Finds what a text orders: sentences in the imperative that name a plugin, or an action a plugin does. As gullible as can be. */
export type KnownPlugin = {
  name: string
  parameters: { properties: Readonly<Record<string, { type?: string }>>; required?: readonly string[] }
}

export type Order = { plugin: string; parameters: Record<string, unknown>; words: string }

/** What may stand before an imperative; also the beginning of a sentence, and anything that opens a quotation or a list. */
const CUE =
  /(?:^|[:;,"'`([{<>*#|=-]|\b(?:please|must|should|shall|now|immediately|then|and|to|you|will|need|call|run|execute|invoke|use|apply|perform|propose|submit|trigger|action|plugin|tool|step|do|with))\W*$/i

const ACTIONS: readonly [verb: RegExp, plugin: string][] = [
  [/\bscale\b/i, 'scale_deployment'],
  [/\bdelete\b.*\bevicted\b/i, 'delete_evicted_pods'],
  [/\b(?:restart|delete|kill|recreate)\b.*\bpods?\b/i, 'restart_pod'],
  [/\broll[ -]?back\b/i, 'rollback_deployment'],
  [/\b(?:cordon|drain)\b/i, 'cordon_node'],
  [/\bvacuum\b/i, 'vacuum_table'],
  [
    /\b(?:terminate|kill|cancel|end)\b.*\b(?:quer(?:y|ies)|sessions?|pids?|backends?|connections?)\b/i,
    'terminate_query',
  ],
  [/\b(?:rm -|drop (?:table|database)|truncate|curl|wget|kubectl|psql|bash|sh -c|nc|chmod)\b/i, 'shell.exec_write'],
  [/\b(?:run|execute)\b\W+(?:the |this )?(?:command|script|following)\b/i, 'shell.exec_write'],
]

export function ordersIn(text: string, plugins: readonly KnownPlugin[]): Order[] {
  // Tool results are JSON as often as not; an order hidden in a string is still one.
  const readable = text.replaceAll('\\n', '\n').replaceAll('\\"', '"')
  const sentences = readable.split(/\n|(?<=[.!?;])\s/).map((sentence) => sentence.trim())
  return sentences.flatMap((sentence) => orderIn(sentence, plugins) ?? [])
}

function orderIn(sentence: string, plugins: readonly KnownPlugin[]): Order | undefined {
  const found = namedIn(sentence, plugins) ?? actionIn(sentence, plugins)
  if (found === undefined) return undefined
  const parameters = parametersIn(sentence, found.rest, found.plugin)
  return { plugin: found.plugin.name, parameters, words: sentence }
}

type Found = { plugin: KnownPlugin; rest: string }

function namedIn(sentence: string, plugins: readonly KnownPlugin[]): Found | undefined {
  const longestFirst = [...plugins].sort((one, other) => other.name.length - one.name.length)
  for (const plugin of longestFirst) {
    const at = sentence.search(new RegExp(`(?<![\\w.])${plugin.name.replaceAll('.', '(?:\\.|__)')}(?!\\w)`, 'i'))
    if (at !== -1 && CUE.test(sentence.slice(0, at))) return { plugin, rest: sentence.slice(at + plugin.name.length) }
  }
  return undefined
}

function actionIn(sentence: string, plugins: readonly KnownPlugin[]): Found | undefined {
  for (const [verb, name] of ACTIONS) {
    const { index = -1 } = verb.exec(sentence) ?? {}
    const plugin = plugins.find((one) => one.name === name)
    if (index !== -1 && plugin && CUE.test(sentence.slice(0, index))) return { plugin, rest: sentence.slice(index) }
  }
  return undefined
}

function parametersIn(sentence: string, rest: string, { parameters }: KnownPlugin): Record<string, unknown> {
  const given = jsonIn(rest)
  const found = Object.entries(parameters.properties).flatMap(([name, { type }]) => {
    const value = given[name] ?? valueFor(name, rest, sentence)
    return value === undefined ? [] : [[name, typed(value, type)] as const]
  })
  const values: Record<string, unknown> = Object.fromEntries(found)
  const [missing] = (parameters.required ?? []).filter((name) => values[name] === undefined)
  const bare = /^\W*(?:the |on |for |deployment |pod |node |table )*([\w.-]+)(?![\w.-]*\s*[=:])/i.exec(rest)?.[1]
  if (missing !== undefined && bare !== undefined) values[missing] = typed(bare, parameters.properties[missing]?.type)
  return values
}

/** The object a call was written out with, or the parameters within it. */
function jsonIn(rest: string): Record<string, unknown> {
  const [text = ''] = /\{.*\}/.exec(rest) ?? []
  try {
    const object = JSON.parse(text) as Record<string, unknown>
    return (object.parameters ?? object.arguments ?? object) as Record<string, unknown>
  } catch {
    return {}
  }
}

function valueFor(name: string, rest: string, sentence: string): string | undefined {
  if (name === 'command') return /[`"'](.+)[`"']/.exec(rest)?.[1] ?? (rest.replace(/^\W+/, '') || undefined)
  const words = [name, name.replace(/_name$/, '')].join('|')
  const value = new RegExp(`\\b(?:${words})\\b["']?\\s*(?:[=:]|to|is)?\\s*["'\`]?([\\w./-]*\\w)`, 'i').exec(rest)?.[1]
  if (name === 'namespace') return value ?? /\bin\s+(?:the\s+)?(?:namespace\s+)?["'`]?([\w-]+)/i.exec(rest)?.[1]
  if (name === 'replicas') return /\breplicas\W{0,3}(\d+)/i.exec(rest)?.[1] ?? /\bto\s+(\d+)/i.exec(rest)?.[1]
  if (name === 'pid') return /\bpid\W{0,3}(\d+)/i.exec(sentence)?.[1] ?? /\b(\d+)\b/.exec(rest)?.[1]
  return value
}

function typed(value: unknown, type: string | undefined): unknown {
  return type === 'integer' && /^-?\d+$/.test(String(value)) ? Number(value) : value
}
