/** Sessions, times and amounts in words a person reads first. What a client wrote about itself is data: one line, cut, without comments. */
import type { Session } from '../../../plugins/database/session.ts'

type Who = Pick<Session, 'pid' | 'usename' | 'application_name' | 'client_addr'> &
  Partial<Pick<Session, 'backend_type'>>

/** A worker of the server has no client to be named by. */
export function who({ pid, usename, application_name, client_addr, backend_type }: Who): string {
  const isOfServer = client_addr === null && backend_type != null && backend_type !== 'client backend'
  const place = isOfServer ? backend_type : (client_addr ?? 'local')
  const names = [usename, application_name, place].map(word).filter((one) => one !== '')
  return `pid ${pid} (${names.join(', ')})`
}

const WORD_CHARACTERS = 60

function word(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim().slice(0, WORD_CHARACTERS)
}

const QUERY_CHARACTERS = 140

/** Comments go first: they are where a text would speak to its reader. */
export function quotedQuery(query: string): string {
  const plain = withoutComments(query).replace(/\s+/g, ' ').trim()
  return `“${plain.length > QUERY_CHARACTERS ? `${plain.slice(0, QUERY_CHARACTERS)} …` : plain}”`
}

export function withoutComments(query: string): string {
  return query.replace(/\/\*[\s\S]*?(\*\/|$)/g, ' ').replace(/--[^\n]*/g, ' ')
}

/** 95 s, 47 min (2820 s), 5.2 h, 16 days: as long as it is, in the unit one would say it in. */
export function lasting(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return 'an unknown time'
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 2 * 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 48 * 3600) return `${Math.round(seconds / 360) / 10} h`
  return `${Math.round(seconds / 86_400)} days`
}

export function bytes(amount: number): string {
  const [size, unit] =
    amount >= 1024 ** 4 ? [1024 ** 4, 'TB'] : amount >= 1024 ** 3 ? [1024 ** 3, 'GB'] : [1024 ** 2, 'MB']
  return `${Math.round((amount / size) * 10) / 10} ${unit}`
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** The server's times have more digits than a person needs. */
export function clockTime(time: string): string {
  return time.replace(/\.\d+/, '').replace('T', ' ').replace(/Z$/, ' UTC')
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
