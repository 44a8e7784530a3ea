import type { IncidentDetail } from '@contract/incident.ts'

/** `(lock_waits, logs.query)`: with which plugins was looked is told where each can be opened, and takes no place elsewhere. */
export function withoutLooks(text: string, { events }: Pick<IncidentDetail, 'events'>): string {
  const asked = new Set(events.flatMap(({ type, data }) => (type === 'tool_call' ? [data.tool] : [])))
  return text.replace(/ \(([\w., ]+)\)/g, (bracket, names: string) =>
    names.split(', ').every((name) => asked.has(name)) ? '' : bracket,
  )
}
