/** By what a silence knows its alerts: their labels, as an alert manager matches them. */
import { setFlagsFromString } from 'node:v8'

export type Matcher = {
  name: string
  value: string
  /** The value is a regular expression, of which the whole label must be. */
  isRegex: boolean
  /** False where the label must be anything else. */
  isEqual: boolean
}

/** Any of these values, each as it stands. */
export function oneOf(name: string, values: readonly string[]): Matcher {
  const value = values.map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  return { name, value, isRegex: true, isEqual: true }
}

export type Labels = Readonly<Record<string, string>>

type Test = (value: string) => boolean

/** True where all of them hold. A label that is missing is an empty one. */
export function compileMatchers(matchers: readonly Matcher[]): (labels: Labels) => boolean {
  const compiled = matchers.map((matcher) => [matcher.name, compileMatcher(matcher)] as const)
  return (labels) => compiled.every(([name, test]) => test(Object.hasOwn(labels, name) ? (labels[name] ?? '') : ''))
}

export function compileMatcher({ value, isRegex, isEqual }: Matcher): Test {
  const test: Test = isRegex ? wholePattern(value) : (label) => label === value
  return isEqual ? test : (label) => !test(label)
}

/**
 * Alerts wait while it is tried, and whoever writes the pattern does not know their labels: so it runs on the engine that
 * reads each character once and refuses what cannot be tried that way (looking ahead, looking back, large counts).
 */
function wholePattern(source: string): Test {
  setFlagsFromString('--enable-experimental-regexp-engine')
  const pattern = new RegExp(`^(?:${source})$`, 'ls')
  return (label) => pattern.test(label)
}

/** The alert manager reads these as classes and ends of the text; here they would quietly mean the letters themselves. */
const READ_OTHERWISE = /(?<!\\)(?:\\\\)*(\\[AzQECpP]|\[\[:)/

/** What is wrong with a pattern, in the engine's own words; undefined where it can be tried. */
export function patternProblem(source: string): string | undefined {
  const otherwise = READ_OTHERWISE.exec(source)?.[1]
  if (otherwise !== undefined) return `Invalid regular expression: ${otherwise} is not known here`
  try {
    // Alone first: a stray bracket could otherwise close ours.
    new RegExp(source, 's')
    wholePattern(source)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

export function tellMatchers(matchers: readonly Matcher[]): string {
  return matchers.map(tellMatcher).join(', ')
}

function tellMatcher({ name, value, isRegex, isEqual }: Matcher): string {
  const sign = isRegex ? (isEqual ? '=~' : '!~') : isEqual ? '=' : '!='
  return `${name}${sign}${JSON.stringify(value)}`
}
