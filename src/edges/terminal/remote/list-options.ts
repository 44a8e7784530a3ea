/** What lists take: which page, how much of it, and filters that would otherwise find nothing for a typing mistake. */
import { CommandRefused, EXIT } from './remote-service.ts'

type Paged = { page?: string; limit?: string }

const PER_PAGE = '20'
/** The API serves no more at once. */
const PER_PAGE_MAX = 1000

export function pageOf({ page = '1', limit = PER_PAGE }: Paged): { page: number; page_size: number } {
  return { page: wholeNumber('--page', page), page_size: wholeNumber('--limit', limit, PER_PAGE_MAX) }
}

function wholeNumber(option: string, given: string, max?: number): number {
  const value = Number(given)
  if (/^\d{1,15}$/.test(given) && value >= 1 && value <= (max ?? value)) return value
  const range = max === undefined ? '1 or more' : `from 1 to ${max}`
  throw new CommandRefused(`${option} takes a whole number, ${range}, and not ${given}.`, EXIT.misused)
}

/** Several stand behind one another with commas. */
export function checkChoices(option: string, given: string | undefined, choices: readonly string[]): void {
  const strange = given?.split(',').find((word) => !choices.includes(word))
  if (strange === undefined) return
  throw new CommandRefused(`${option} takes ${choices.join(', ')}, and not ${strange}.`, EXIT.misused)
}
