export const BINARY: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '^': (left, right) => left ** right,
}

const COMPARISONS: Record<string, (left: number, right: number) => boolean> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
  '<=': (left, right) => left <= right,
  '>=': (left, right) => left >= right,
}

export function isComparison(operator: string): boolean {
  return Object.hasOwn(COMPARISONS, operator)
}

export function compare(operator: string, left: number, right: number): boolean {
  return COMPARISONS[operator]?.(left, right) ?? false
}
