/** Logistic regression, held small: the weights under which what was right is likeliest, by Newton's way. */

export type Row = { signs: Readonly<Record<string, number>>; isRight: boolean; weight: number }
export type Fitted = { bias: number; signs: Record<string, number> }

const ROUNDS = 25
/** The smaller, the nearer to nothing all weights stay. */
const FREEDOM = 0.2

export function fitLogistic(rows: readonly Row[]): Fitted {
  const names = [...new Set(rows.flatMap(({ signs }) => Object.keys(signs)))].sort()
  const inputs = rows.map(({ signs }) => [1, ...names.map((name) => signs[name] ?? 0)])
  let weights = inputs[0]?.map(() => 0) ?? []
  for (let round = 0; round < ROUNDS; round += 1) weights = betterThan(weights, inputs, rows)
  const [bias = 0, ...others] = weights
  return { bias, signs: Object.fromEntries(names.map((name, at) => [name, others[at] ?? 0])) }
}

function betterThan(weights: readonly number[], inputs: readonly number[][], rows: readonly Row[]): number[] {
  const size = weights.length
  const slope = weights.map((weight, at) => (at === 0 ? 0 : weight / FREEDOM))
  const bend = weights.map((_, at) => weights.map((__, other) => (at === other && at > 0 ? 1 / FREEDOM : 1e-9)))
  for (const [index, input] of inputs.entries()) {
    const { isRight, weight } = rows[index] as Row
    const chance = chanceOf(weights, input)
    const steep = weight * chance * (1 - chance)
    for (let at = 0; at < size; at += 1) {
      const value = input[at] ?? 0
      if (value === 0) continue
      slope[at] = (slope[at] ?? 0) + weight * (chance - (isRight ? 1 : 0)) * value
      const row = bend[at] as number[]
      for (let other = 0; other < size; other += 1) row[other] = (row[other] ?? 0) + steep * value * (input[other] ?? 0)
    }
  }
  const step = solve(bend, slope)
  return weights.map((weight, at) => weight - (step[at] ?? 0))
}

export function chanceOf(weights: readonly number[], input: readonly number[]): number {
  return 1 / (1 + Math.exp(-input.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)))
}

/** Gauss' elimination with the largest pivot first. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  for (let at = 0; at < rows.length; at += 1) {
    const largest = rows
      .slice(at)
      .reduce((best, row, index) => (Math.abs(row[at] ?? 0) > Math.abs(rows[at + best]?.[at] ?? 0) ? index : best), 0)
    ;[rows[at], rows[at + largest]] = [rows[at + largest] as number[], rows[at] as number[]]
    const pivot = rows[at] as number[]
    for (const [index, row] of rows.entries()) {
      if (index === at) continue
      const times = (row[at] ?? 0) / (pivot[at] ?? 1)
      if (times !== 0)
        for (let other = at; other < row.length; other += 1)
          row[other] = (row[other] ?? 0) - times * (pivot[other] ?? 0)
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1))
}
