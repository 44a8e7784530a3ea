/**
 * What `npm run bench` runs: all benches, or those named, as in `npm run bench -- http`. Each prints what it measured and
 * whether it met its bar. A new bench is a file beside this one and a line in the table.
 */
import { constants } from 'node:os'
import { whenParentGone } from '../../src/edges/embedded/parent-watch.ts'
import { benchHttp } from './http.ts'
import { type BenchWorld, openBenchWorld } from './world.ts'

/** Answers whether the bar was met. */
type Bench = { about: string; run(world: BenchWorld): Promise<boolean> }

const BENCHES: Record<string, Bench> = {
  http: { about: 'requests per second of the API beside a bare Fastify server', run: benchHttp },
}

process.exitCode = await runBenches(process.argv.slice(2))

async function runBenches(wanted: string[]): Promise<number> {
  const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name))
  const list = Object.entries(BENCHES).map(([name, { about }]) => `  ${name}: ${about}`)
  if (unknown.length > 0) {
    console.error([`There is no bench ${unknown.join(', ')}. There are:`, ...list].join('\n'))
    return 2
  }
  if (wanted.length === 0) console.log(['All benches, in this order:', ...list, ''].join('\n'))
  const world = await openBenchWorld()
  endWithWorld(world)
  try {
    let isMet = true
    for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
      isMet = (await BENCHES[name]?.run(world)) === true && isMet
    }
    return isMet ? 0 : 1
  } finally {
    await world.close()
  }
}

function endWithWorld(world: BenchWorld): void {
  const end = (signal: 'SIGINT' | 'SIGTERM') =>
    void world.close().finally(() => process.exit(128 + constants.signals[signal]))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(signal))
  whenParentGone(() => end('SIGTERM'))
}
