/** Matchers and lengths of time as people type them. */
import { CommandRefused, EXIT } from './remote-service.ts'

const FORM = /^\s*([^=!~"{}\s]+)\s*(=~|!~|!=|=)\s*([\s\S]*?)\s*$/

/** `instance=~web-.*`, with quotes or without, as an alert manager's own tool takes it. */
export function readMatcher(words: string) {
  const [, name, sign = '', value = ''] = FORM.exec(words) ?? []
  if (name === undefined)
    throw new CommandRefused(
      `A matcher is name=value, name!=value, name=~pattern or name!~pattern, and this is not: ${words}`,
      EXIT.misused,
    )
  return { name, value: unquoted(value), is_regex: sign.endsWith('~'), is_equal: !sign.startsWith('!') }
}

function unquoted(value: string): string {
  return /^"[\s\S]*"$/.test(value) ? value.slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\') : value
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400, w: 604_800 }

/** `90m`, `2h`, `1d12h`; in seconds. */
export function readDuration(words: string): number {
  if (!/^(\d{1,6}[mhdw])+$/.test(words))
    throw new CommandRefused(`A length of time is 90m, 2h or 1d12h, and this is not: ${words}`, EXIT.misused)
  const parts = [...words.matchAll(/(\d+)([mhdw])/g)]
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_SECONDS[unit ?? ''] ?? 0), 0)
}
