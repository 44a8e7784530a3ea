/** Workloads whose name stands in an error as somebody who is called: `pricing-client`, `PricingClient`, `response from pricing`. */
import type { WorkloadName } from '../cluster-scene.ts'

const BEFORE =
  /(?:\b(?:from|to|calling|call|called|by|upstream|service|client|dependency|backend|peer|target|fetching|querying)[\s:="'`[(]*|[/@])$/
const BEHIND =
  /^["'`\])]*(?:[-_ .]?(?:client|service|svc|api|server|stub|gateway|proxy)\b|[./]\w|\s(?:returned|answered|responded|sent|replied|gave|response|reply|rejected|call|request)\b)/

/** The longest names win: `pricing-api` is not also `pricing`. */
export function calledByName(said: string, all: readonly WorkloadName[]): WorkloadName[] {
  const text = said.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  const found = all.filter(
    ({ name }) => isCalled(text, name) || (name.includes('-') && isCalled(text, name.replaceAll('-', ' '))),
  )
  return found.filter(({ name }) => !found.some((other) => other.name !== name && other.name.includes(name)))
}

/** A name of several words is hardly anything else; a single word has to stand as a name does. */
function isCalled(text: string, name: string): boolean {
  const whole = new RegExp(`(?<![a-z0-9_-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![a-z0-9])`, 'g')
  return [...text.matchAll(whole)].some(({ index }) => {
    const [before, behind] = [text.slice(0, index), text.slice(index + name.length)]
    return /[-\s]/.test(name) || BEFORE.test(before) || BEHIND.test(behind)
  })
}
