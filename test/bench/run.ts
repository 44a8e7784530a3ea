/**
 * What `npm run bench` runs: all benches, or those named, as in `npm run bench -- http`. Each prints what it measured and
 * whether it met its bar; `--json FILE` writes the same figures there, and `--document` puts them into docs/operations.md.
 * A new bench is a file beside this one and a line in the table.
 */
import { writeFile } from 'node:fs/promises'
import { constants, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { whenParentGone } from '../../src/edges/embedded/parent-watch.ts'
import { documentFigures } from './document.ts'
import { type Figure, isMet, showFigures } from './figures.ts'
import { benchGathering } from './gathering.ts'
import { benchHttp } from './http.ts'
import { benchIntake } from './intake.ts'
import { benchList } from './list.ts'
import { benchStorm } from './storm.ts'
import { benchStream } from './stream.ts'
import { benchThread } from './thread.ts'
import { benchWorkflow } from './workflow.ts'
import { type BenchWorld, openBenchWorld } from './world.ts'

type Bench = { about: string; run(world: BenchWorld): Promise<Figure[]> }

const BENCHES: Record<string, Bench> = {
  http: { about: 'requests per second of the API beside a bare Fastify server', run: benchHttp },
  intake: {
    about: 'webhooks with diagnosis on, beside a bare server that commits a row for each and Alertmanager',
    run: benchIntake,
  },
  storm: { about: '50,000 alerts at once: none lost, memory bounded', run: benchStorm },
  gathering: { about: 'a node dies: 10,000 alerts become one incident', run: benchGathering },
  list: { about: 'lists and searches among a million incidents', run: benchList },
  workflow: { about: 'ten thousand waiting incidents, and how fast a confirmation becomes a deed', run: benchWorkflow },
  thread: { about: 'our durable thread beside DBOS, which is fetched for it', run: benchThread },
  stream: { about: '5,000 readers of the event stream, then a fifth of them stalled', run: benchStream },
}

const OPTIONS = { json: { type: 'string' }, document: { type: 'boolean' } } as const

process.exitCode = await runBenches()

async function runBenches(): Promise<number> {
  const { values, positionals: wanted } = parseArgs({ allowPositionals: true, options: OPTIONS })
  const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name))
  const list = Object.entries(BENCHES).map(([name, { about }]) => `  ${name}: ${about}`)
  if (unknown.length > 0) {
    console.error([`There is no bench ${unknown.join(', ')}. There are:`, ...list].join('\n'))
    return 2
  }
  if (wanted.length === 0) console.log(['All benches, in this order:', ...list, ''].join('\n'))
  const results = await runEach(wanted.length > 0 ? wanted : Object.keys(BENCHES))
  if (values.document) for (const { bench, figures } of results) await documentFigures(bench, figures)
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`)
  return results.every(({ figures }) => figures.every(isMet)) ? 0 : 1
}

/** A world for each, so that none finds the memory or the tables another one filled. */
async function runEach(names: readonly string[]) {
  const results: { bench: string; loadAverage: number[]; figures: (Figure & { isMet: boolean })[] }[] = []
  for (const name of names) {
    const world = await openBenchWorld()
    const forget = endWithWorld(world)
    try {
      const figures = (await BENCHES[name]?.run(world)) ?? []
      console.log(`${showFigures(name, figures)}\n`)
      const judged = figures.map((figure) => ({ ...figure, isMet: isMet(figure) }))
      results.push({ bench: name, loadAverage: loadavg(), figures: judged })
    } finally {
      forget()
      await world.close()
    }
  }
  return results
}

function endWithWorld(world: BenchWorld): () => void {
  const end = (signal: 'SIGINT' | 'SIGTERM') =>
    void world.close().finally(() => process.exit(128 + constants.signals[signal]))
  const interrupted = () => end('SIGINT')
  const terminated = () => end('SIGTERM')
  process.once('SIGINT', interrupted)
  process.once('SIGTERM', terminated)
  whenParentGone(terminated)
  return () => {
    process.off('SIGINT', interrupted)
    process.off('SIGTERM', terminated)
    process.off('disconnect', terminated)
  }
}
