/** What happens to a line on its way through a query. */
export type Labels = Readonly<Record<string, string>>
export type Line = { text: string; labels: Labels }
export type Stage = (line: Line) => Line | undefined

export function lineFilter(operator: string, values: readonly string[]): Stage {
  const tests = operator.endsWith('~')
    ? values.map((value) => patternOf(value)).map((pattern) => (text: string) => pattern.test(text))
    : values.map((value) => (text: string) => text.includes(value))
  const isNegative = operator.startsWith('!')
  return (line) => (tests.some((holds) => holds(line.text)) === isNegative ? undefined : line)
}

/** Not anchored, unlike a label's matcher. */
function patternOf(text: string): RegExp {
  const [, flags = '', body = text] = /^\(\?([is]+)\)(.*)$/s.exec(text) ?? []
  return new RegExp(body, flags)
}

/** A stage that only changes how a line looks leaves it as it is. */
export function parserStage(name: string, _argument: string | undefined): Stage {
  if (name === 'json') return (line) => ({ ...line, labels: { ...line.labels, ...jsonLabels(line.text) } })
  if (name === 'logfmt') return (line) => ({ ...line, labels: { ...line.labels, ...logfmtLabels(line.text) } })
  return (line) => line
}

function jsonLabels(text: string): Labels {
  try {
    return flat(JSON.parse(text), '')
  } catch {
    return { __error__: 'JSONParserErr' }
  }
}

function flat(value: Record<string, unknown>, prefix: string): Labels {
  const parts = Object.entries(value).map(([key, part]) => {
    const name = (prefix + key).replace(/[^a-zA-Z0-9_]/g, '_')
    if (part !== null && typeof part === 'object' && !Array.isArray(part))
      return flat(part as Record<string, unknown>, `${name}_`)
    return { [name]: String(part) }
  })
  return Object.assign({}, ...parts)
}

function logfmtLabels(text: string): Labels {
  const pairs = [...text.matchAll(/([\w.]+)=(?:"((?:\\.|[^"\\])*)"|(\S*))/g)]
  return Object.fromEntries(
    pairs.map(([, key = '', quoted, plain]) => [key.replaceAll('.', '_'), quoted ?? plain ?? '']),
  )
}

export function labelStage(label: string, operator: string, value: string): Stage {
  const holds = comparison(operator, value)
  return (line) => (holds(line.labels[label] ?? '') ? line : undefined)
}

function comparison(operator: string, value: string): (found: string) => boolean {
  const pattern = operator.endsWith('~') ? patternOf(`^(?:${value})$`) : undefined
  switch (operator) {
    case '=~':
      return (found) => pattern?.test(found) ?? false
    case '!~':
      return (found) => !pattern?.test(found)
    case '!=':
      return (found) => found !== value
    case '>':
      return (found) => Number.parseFloat(found) > Number.parseFloat(value)
    case '<':
      return (found) => Number.parseFloat(found) < Number.parseFloat(value)
    case '>=':
      return (found) => Number.parseFloat(found) >= Number.parseFloat(value)
    case '<=':
      return (found) => Number.parseFloat(found) <= Number.parseFloat(value)
    default:
      return (found) => found === value
  }
}
