import { CONTRACT, type Import } from './imports.ts'
import { isTest } from './sources.ts'

// From the ground up. An arrow may stay on its floor or point down.
const FLOORS = [
  /^src\/(ports\/|problem\.ts$)/,
  /^src\/words\//,
  /^src\/guidance\//,
  /^src\/plugins\//,
  /^src\/story\//,
  /^src\/edges\//,
  /^src\/(main|run-service|service|work-thread)\.ts$/,
]

const FLOOR_NAMES = [
  'ports and problem.ts',
  'words',
  'guidance',
  'plugins',
  'story',
  'edges',
  'main.ts, run-service.ts, service.ts and work-thread.ts',
]

/** What is wrong with one arrow, in a sentence that says what to do instead; nothing when all is well. */
export function faultOf(arrow: Import, isPlugin: (path: string) => boolean): string | undefined {
  const fault = arrow.from.startsWith('console/') ? consoleFault(arrow) : houseFault(arrow, isPlugin)
  return fault && `${arrow.from} imports ${arrow.to}: ${fault}`
}

function houseFault(arrow: Import, isPlugin: (path: string) => boolean): string | undefined {
  if (!arrow.from.startsWith('src/')) return undefined
  return floorFault(arrow) ?? storyFault(arrow) ?? pluginFault(arrow, isPlugin)
}

/** The console speaks to the service over HTTP alone; what it knows of it are the types of that contract, and its words. */
function consoleFault({ to }: Import): string | undefined {
  if (to.startsWith('console/') || to.startsWith(CONTRACT) || to.startsWith('src/words/')) return undefined
  return 'the console takes types from the HTTP contract, and words. Ask the service for the rest over HTTP.'
}

function floorFault({ from, to }: Import): string | undefined {
  const [fromFloor, toFloor] = [floorOf(from), floorOf(to)]
  if (fromFloor === -1) return `${from} stands on no floor. Put it in one of: ${FLOOR_NAMES.join(', ')}.`
  if (!to.startsWith('src/')) return outsideFault(from, to)
  if (fromFloor === 0 && !isTest(from))
    return 'ports and problem.ts import nothing of the house. Declare the shape it needs right there.'
  if (toFloor <= fromFloor) return undefined
  return `this points up, from ${FLOOR_NAMES[fromFloor]} to ${FLOOR_NAMES[toFloor]}. Declare a port below and let the upper floor hand in what is needed.`
}

function outsideFault(from: string, to: string): string | undefined {
  if (isTest(from) || !/^(test|scripts|console)\//.test(to)) return undefined
  return 'the house does not lean on what stands around it. Move what is needed into src.'
}

function floorOf(path: string): number {
  const subject = path.replace(/\.test\.ts$/, '.ts')
  return FLOORS.findIndex((floor) => floor.test(subject))
}

/** workflow over the step rooms over incident; the step rooms do not know each other. */
function storyFault({ from, to }: Import): string | undefined {
  const [fromRoom, toRoom] = [storyRoom(from), storyRoom(to)]
  if (fromRoom === undefined || toRoom === undefined || fromRoom === toRoom) return undefined
  if (fromRoom === 'workflow' || toRoom === 'incident') return undefined
  if (fromRoom === 'incident') return `the incident knows no other room. Let ${toRoom} ask the incident instead.`
  if (toRoom === 'workflow')
    return 'the workflow calls the steps, not the other way round. Return a value and let it decide.'
  return `the steps ${fromRoom} and ${toRoom} do not know each other. What both share belongs to story/incident.`
}

function storyRoom(path: string): string | undefined {
  return /^src\/story\/([^/]+)\//.exec(path)?.[1]
}

/** A family knows plugin.ts and itself, and no plugin knows another. Its list, which is no plugin, knows them all. */
function pluginFault({ from, to }: Import, isPlugin: (path: string) => boolean): string | undefined {
  const [fromFamily, toFamily] = [pluginFamily(from), pluginFamily(to)]
  if (fromFamily === undefined || !to.startsWith('src/plugins/') || isTest(from)) return undefined
  if (toFamily === undefined)
    return /^src\/plugins\/(plugin|gate)\.ts$/.test(to)
      ? undefined
      : 'a family knows only plugin.ts and gate.ts of the floor it stands on.'
  if (fromFamily !== toFamily)
    return `the families ${fromFamily} and ${toFamily} do not know each other. What both need is a port.`
  if (isPlugin(from) && isPlugin(to))
    return 'a plugin never imports another. Move what both need into a file of the family that is no plugin.'
  return undefined
}

function pluginFamily(path: string): string | undefined {
  return /^src\/plugins\/([^/]+)\//.exec(path)?.[1]
}
