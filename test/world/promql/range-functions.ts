/** Functions over the samples of one range. */
export type Sample = readonly [seconds: number, value: number]
export type Window = { samples: readonly Sample[]; startSeconds: number; endSeconds: number }

type RangeFunction = (window: Window, parameter: number) => number | undefined

export const RANGE_FUNCTIONS: Record<string, RangeFunction> = {
  rate: (window) => extrapolated(window, { isCounter: true, isPerSecond: true }),
  increase: (window) => extrapolated(window, { isCounter: true, isPerSecond: false }),
  delta: (window) => extrapolated(window, { isCounter: false, isPerSecond: false }),
  irate: ({ samples }) => lastStep(samples, true),
  idelta: ({ samples }) => lastStep(samples, false),
  deriv: ({ samples }) => slope(samples),
  predict_linear: ({ samples, endSeconds }, ahead) => predicted(samples, endSeconds + ahead),
  changes: ({ samples }) => steps(samples).filter(([before, after]) => before !== after).length,
  resets: ({ samples }) => steps(samples).filter(([before, after]) => after < before).length,
  avg_over_time: over((values) => total(values) / values.length),
  sum_over_time: over(total),
  min_over_time: over((values) => Math.min(...values)),
  max_over_time: over((values) => Math.max(...values)),
  count_over_time: over((values) => values.length),
  last_over_time: over((values) => values.at(-1) ?? Number.NaN),
  present_over_time: over(() => 1),
  stddev_over_time: over((values) => Math.sqrt(variance(values))),
  stdvar_over_time: over(variance),
  quantile_over_time: ({ samples }, share) =>
    samples.length === 0
      ? undefined
      : quantile(
          samples.map(([, value]) => value),
          share,
        ),
}

function over(combine: (values: number[]) => number): RangeFunction {
  return ({ samples }) => (samples.length === 0 ? undefined : combine(samples.map(([, value]) => value)))
}

/** As the server does it: what the samples show, stretched towards the ends of the range, but not below zero. */
function extrapolated(
  { samples, startSeconds, endSeconds }: Window,
  wanted: { isCounter: boolean; isPerSecond: boolean },
): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || samples.length < 2) return undefined
  const resets = wanted.isCounter ? total(steps(samples).map(([before, after]) => (after < before ? before : 0))) : 0
  const gained = last[1] - first[1] + resets
  const sampled = last[0] - first[0]
  const average = sampled / (samples.length - 1)
  const stretch = (gap: number) => (gap >= average * 1.1 ? average / 2 : gap)
  const fromZero =
    wanted.isCounter && gained > 0 && first[1] >= 0 ? sampled * (first[1] / gained) : Number.POSITIVE_INFINITY
  const toStart = Math.min(stretch(first[0] - startSeconds), fromZero)
  const whole = gained * ((sampled + toStart + stretch(endSeconds - last[0])) / sampled)
  return wanted.isPerSecond ? whole / (endSeconds - startSeconds) : whole
}

function lastStep(samples: readonly Sample[], isRate: boolean): number | undefined {
  const [before, after] = samples.slice(-2)
  if (before === undefined || after === undefined) return undefined
  if (!isRate) return after[1] - before[1]
  return (after[1] < before[1] ? after[1] : after[1] - before[1]) / (after[0] - before[0])
}

function steps(samples: readonly Sample[]): [number, number][] {
  return samples.slice(1).map(([, value], at) => [samples[at]?.[1] ?? value, value])
}

function slope(samples: readonly Sample[]): number | undefined {
  if (samples.length < 2) return undefined
  const meanTime = total(samples.map(([time]) => time)) / samples.length
  const meanValue = total(samples.map(([, value]) => value)) / samples.length
  const covariance = total(samples.map(([time, value]) => (time - meanTime) * (value - meanValue)))
  return covariance / total(samples.map(([time]) => (time - meanTime) ** 2))
}

function predicted(samples: readonly Sample[], at: number): number | undefined {
  const rise = slope(samples)
  if (rise === undefined) return undefined
  const meanTime = total(samples.map(([time]) => time)) / samples.length
  return total(samples.map(([, value]) => value)) / samples.length + rise * (at - meanTime)
}

export function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

export function variance(values: readonly number[]): number {
  const mean = total(values) / values.length
  return total(values.map((value) => (value - mean) ** 2)) / values.length
}

/** Between two values it lies where its share puts it. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0 || Number.isNaN(share)) return Number.NaN
  if (share < 0) return Number.NEGATIVE_INFINITY
  if (share > 1) return Number.POSITIVE_INFINITY
  const sorted = [...values].sort((one, other) => one - other)
  const rank = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(rank)] ?? 0, sorted[Math.ceil(rank)] ?? 0]
  return low + (high - low) * (rank - Math.floor(rank))
}
