/** The lines of log in what a plugin answered, as a terminal would show them. */
import { exactText } from '../../parts/exact-text.ts'
import { tellMoment } from '../../parts/times.ts'

type Stream = { labels?: unknown; lines?: unknown }

/** Of one container `lines`, of a log server `streams`; undefined where there are none. */
export function logTextOf(data: unknown): string | undefined {
  if (!isFields(data)) return undefined
  if (Array.isArray(data.streams)) {
    const told = data.streams.map((one) => (isFields(one) ? tellStream(one) : undefined))
    return told.length > 0 && told.every((one) => one !== undefined) ? told.join('\n\n') : undefined
  }
  return tellLines(data.lines)
}

function tellStream({ labels, lines }: Stream): string | undefined {
  const told = tellLines(lines)
  const whose = isFields(labels) ? Object.entries(labels).map(([name, value]) => `${name}=${value}`) : []
  return told && `${exactText(whose.join(', '))}\n${told}`
}

function tellLines(lines: unknown): string | undefined {
  if (!Array.isArray(lines) || lines.length === 0) return undefined
  const told = lines.map(tellLine)
  return told.every((line) => line !== undefined) ? told.join('\n') : undefined
}

function tellLine(line: unknown): string | undefined {
  if (typeof line === 'string') return exactText(line)
  if (!isFields(line) || typeof line.line !== 'string' || typeof line.at !== 'string') return undefined
  return `${tellMoment(new Date(line.at))}  ${exactText(line.line)}`
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
