/** The same log in another format: level and message as JSON, as pairs, or between brackets, one format for each stream. */
import type { CaseFile } from '../../world/case/case-file.ts'
import type { Dice } from './dice.ts'

const LINE = /^(\d{4}-\d\d-\d\dT\S+) +\[?(ERROR|WARN|WARNING|INFO|DEBUG|FATAL)\]?:? +(.*)$/

type Form = (time: string, level: string, said: string) => string

const FORMS: readonly Form[] = [
  (time, level, said) => `${time} ${JSON.stringify({ level: level.toLowerCase(), msg: said })}`,
  (time, level, said) => `${time} level=${level.toLowerCase()} msg=${/["\\]/.test(said) ? said : `"${said}"`}`,
  (time, level, said) => `${time} [${level}] ${said}`,
  (time, level, said) => `${time} ${level}: ${said}`,
]

export function exchangeForms(file: CaseFile, dice: Dice): CaseFile {
  const { pod_logs, logs } = file.world
  return {
    ...file,
    world: {
      ...file.world,
      ...(pod_logs && { pod_logs: pod_logs.map((log) => ({ ...log, lines: inForm(log.lines, dice.pick(FORMS)) })) }),
      ...(logs && {
        logs: {
          streams: logs.streams.map(({ stream, values }) => {
            const form = dice.pick(FORMS)
            return { stream, values: values.map(([at, line]) => [at, formed(line, form)] as const) }
          }),
        },
      }),
    },
  }
}

/** What a line begins and the next ones go on with stays as it was: nobody prints half a message as JSON. */
function inForm(lines: readonly string[], form: Form): string[] {
  return lines.map((line, at) =>
    LINE.test(lines[at + 1] ?? line) || at === lines.length - 1 ? formed(line, form) : line,
  )
}

function formed(line: string, form: Form): string {
  const found = LINE.exec(line)
  // Quotes within would be escaped, and a format that escapes is not what is put to the proof here.
  return found === null || /["\\{]/.test(found[3] ?? '') ? line : form(found[1] ?? '', found[2] ?? '', found[3] ?? '')
}
