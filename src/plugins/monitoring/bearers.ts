/**
 * Who bears a name: exporters and log shippers call the same thing by different labels, so each label is asked by itself,
 * those first by which things are usually called. Plain selectors, which every server of the kind understands.
 */
const USUAL = [
  'instance',
  'service',
  'job',
  'app',
  'host',
  'namespace',
  'pod',
  'container',
  'deployment',
  'node',
  'name',
  'queue',
  'topic',
  'consumergroup',
  'target',
  'unit',
  'hostname',
  'service_name',
  'cluster',
  'component',
  'server',
  'database',
  'url',
  'cronjob',
]
/** They say how something was counted, not who counted it. */
const NEVER =
  /^(__.*|le|quantile|code|status|method|level|severity|version|state|mode|phase|reason|type|path|uri|image|id)$/
const LABELS_MAX = 24
const NAMES_MAX = 24

export function namesIn(query: string): string[] {
  const names = query.split(',').map((name) => name.trim())
  return names.filter((name) => name.length > 1 || name === '*').slice(0, NAMES_MAX)
}

export function selectorsFor(names: readonly string[], known: readonly string[] | undefined): string[] {
  const words = [...new Set(names)].map(escaped)
  if (words.length === 0) return []
  const value = JSON.stringify(`(.*[^A-Za-z0-9])?(${words.join('|')})([^A-Za-z0-9].*)?`)
  return labelsOf(known).map((label) => `{${label}=~${value}}`)
}

/** Few, because each of them reads everybody's lines. */
const MENTION_LABELS = ['namespace', 'app', 'job', 'service', 'host', 'service_name', 'container', 'unit']

const MENTIONED_MAX = 8

/** Lines of anybody that mention one of the names. */
export function mentionsOf(names: readonly string[], known: readonly string[] | undefined): string[] {
  const words = names
    .filter((name) => name.length > 3)
    .slice(0, MENTIONED_MAX)
    .map(escaped)
  if (words.length === 0) return []
  const labels = MENTION_LABELS.filter((label) => known === undefined || known.includes(label)).slice(0, 5)
  return labels.map((label) => `{${label}=~".+"} |~ ${JSON.stringify(words.join('|'))}`)
}

function labelsOf(known: readonly string[] | undefined): readonly string[] {
  if (known === undefined) return USUAL
  const usable = known.filter((label) => /^[a-zA-Z_]\w*$/.test(label) && !NEVER.test(label))
  return [
    ...USUAL.filter((label) => usable.includes(label)),
    ...usable.filter((label) => !USUAL.includes(label)),
  ].slice(0, LABELS_MAX)
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

const AT_ONCE = 4

/** All answers; a selector that is refused is skipped unless all are. */
export async function askEach<Answer>(
  selectors: readonly string[],
  ask: (selector: string) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: PromiseSettledResult<Answer>[] = []
  for (let at = 0; at < selectors.length; at += AT_ONCE)
    answers.push(...(await Promise.allSettled(selectors.slice(at, at + AT_ONCE).map(ask))))
  const answered = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const [failed] = answers.filter((one) => one.status === 'rejected')
  if (answered.length === 0 && failed) throw failed.reason
  return answered
}
