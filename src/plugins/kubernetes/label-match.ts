import type { LabelSelector } from './kubernetes-objects.ts'

type Labels = Readonly<Record<string, string>>

/** As the API server decides it. An empty selector matches everything, which is the API's own rule. */
export function matchesSelector(selector: LabelSelector | undefined, labels: Labels = {}): boolean {
  return (
    matchesLabels(selector?.matchLabels ?? {}, labels) &&
    (selector?.matchExpressions ?? []).every((expression) => matchesExpression(expression, labels))
  )
}

/** A Service selects by plain labels. */
export function matchesLabels(wanted: Labels, labels: Labels = {}): boolean {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value)
}

function matchesExpression(
  { key, operator, values = [] }: { key: string; operator: string; values?: string[] },
  labels: Labels,
): boolean {
  const value = labels[key]
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value)
    case 'NotIn':
      return value === undefined || !values.includes(value)
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
    default:
      return false
  }
}

/** As a list request wants it. */
export function writeSelector({ matchLabels = {}, matchExpressions = [] }: LabelSelector = {}): string {
  const equal = Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`)
  const others = matchExpressions.map(({ key, operator, values = [] }) => {
    if (operator === 'Exists') return key
    if (operator === 'DoesNotExist') return `!${key}`
    return `${key} ${operator === 'NotIn' ? 'notin' : 'in'} (${values.join(',')})`
  })
  return [...equal, ...others].join(',')
}
