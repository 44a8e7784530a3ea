/** Reads a case file and brings its times up to now. */
import { readFile } from 'node:fs/promises'
import type { GivenStream } from '../loki-simulator.ts'
import type { GivenSeries } from '../prometheus-simulator.ts'
import type { CaseFile, CasePodLog, CaseRecord, CaseWorld } from './case-file.ts'
import { moveTimes } from './move-times.ts'

export async function readCase(path: string | URL, now = new Date()): Promise<CaseFile> {
  const file = JSON.parse(await readFile(path, 'utf8')) as CaseFile
  const then = Date.parse(file.world?.now)
  if (Number.isNaN(then)) throw new Error(`${path} is no case: it has no world.now.`)
  const seconds = Math.round((now.getTime() - then) / 1000)
  return { ...file, alert: moveTimes(file.alert, seconds), world: moveWorld(file.world, seconds) }
}

/** Statements that make the situation in a real server are no record of it, and stay. */
function moveWorld(world: CaseWorld, seconds: number): CaseWorld {
  const { metrics, logs, ...rest } = world
  const moved: CaseWorld = moveTimes(rest, seconds)
  const reproduce = world.postgres?.reproduce
  if (moved.postgres !== undefined && reproduce !== undefined) moved.postgres.reproduce = reproduce
  return {
    ...moved,
    ...(moved.recorded && { recorded: moveRecord(moved.recorded, seconds) }),
    metrics: { series: (metrics?.series ?? []).map((series) => moveSeries(series, seconds)) },
    logs: { streams: (logs?.streams ?? []).map((stream) => moveStream(stream, seconds)) },
  }
}

function moveSeries({ metric, values }: GivenSeries, seconds: number): GivenSeries {
  return { metric, values: values.map(([time, value]) => [Number(time) + seconds, String(value)]) }
}

/** Its texts are moved already; the samples of series are numbers. */
function moveRecord({ calls, intentions }: CaseRecord, seconds: number): CaseRecord {
  const moved = calls.map((call) => {
    const { data } = call.result as { data?: { series?: GivenSeries[] } }
    if (!/^metrics\./.test(call.plugin) || !Array.isArray(data?.series)) return call
    const series = data.series.map((one) => ({ ...one, ...moveSeries(one, seconds) }))
    return { ...call, result: { ...(call.result as object), data: { ...data, series } } }
  })
  return { calls: moved, intentions }
}

function moveStream({ stream, values }: GivenStream, seconds: number): GivenStream {
  const move = BigInt(seconds) * NANOSECONDS
  return { stream, values: values.map(([time, line]) => [String(BigInt(time) + move), moveTimes(line, seconds)]) }
}

const NANOSECONDS = 1_000_000_000n

/** A pod's log is a stream too. A line without a time was said when the one before it was, or a minute ago. */
export function podLogStreams(logs: readonly CasePodLog[], now: Date): GivenStream[] {
  return logs.map(({ namespace, pod, container, lines }) => {
    let last = now.getTime() - 60_000
    const values = lines.map((line, at) => {
      const moment = Date.parse(line.split(' ')[0] ?? '')
      if (/^\d{4}-\d\d-\d\dT/.test(line) && !Number.isNaN(moment)) last = moment
      // The line's number keeps lines of one instant in their order.
      return [String(BigInt(last) * 1_000_000n + BigInt(at)), line] as const
    })
    return { stream: { namespace, pod, container }, values }
  })
}
