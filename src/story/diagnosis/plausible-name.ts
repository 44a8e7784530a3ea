/** Whether a word of a text can be a name at all. Whether somebody bears it is for a listing to say. */
import type { Named } from './subject-names.ts'

/** What follows "pod", "service" or "database" in a sentence without being a name, by what kind of word it is. */
const NO_NAMES: readonly RegExp[] = [
  // Articles, pronouns, prepositions, conjunctions, adverbs.
  /^(the|an?|this|that|these|those|which|what|who|it|its|we|you|they|our|your|their|there|here|in|on|of|to|for|with|without|from|at|by|as|per|via|into|over|about|between|during|before|after|since|until|under|above|below|and|or|but|nor|if|so|than|then|when|while|where|because|due|not|no|now|again|still|also|very|too|just|only|ago|yet|ever|already|almost|both|all|any|some|every|each|other|another|more|most|less|same|whole|today|yesterday|tonight)$/i,
  // What something does, may do, or is.
  /^(is|are|was|were|be|been|being|has|have|had|having|does|did|do|doing|can|cannot|can't|could|may|might|must|shall|should|will|won't|would|keeps?|kept|gets?|got|goes|going|gone|went|becomes?|became|looks?|seems?|appears?|needs?|wants?|says?|shows?|tells?|reports?|reported|reporting|takes?|took|runs?|ran|starts?|started|stops?|stopped|returns?|returned|returning|responds?|responding|serves?|serving|suffers?|suffering|remains?|recovered|recovering|exceeds?|exceeded|crosses|crossed|reaches|reached|rises?|rising|drops?|dropped|falls?|fell|restarts?|restarted|restarting|crash\w*|error\w*|fail\w*|hangs?|hanging|slow\w*|bloat\w*|locks?|locked|locking|growing|growth|grows|refus\w*|waits?|waiting|wait|swaps?|swapped|drains?|drained|draining|evict\w*|behaves?|misbehav\w*|degrad\w*|flap\w*|answers?|answering|times?|timed)$/i,
  // How it is, or what of it is meant.
  /^(down|up|high|low|ready|notready|pending|unhealthy|healthy|unavailable|available|unreachable|full|stuck|new|old|production|staging|primary|replica|main|status|state|alert|alerts|latency|rate|rates|requests?|connections?|cpu|memory|disk|load|usage|utili[sz]ation|queries|query|names?|lag|server|servers|process|pool|pools|table|database|db|node|nodes|pod|pods|container|cluster|timeouts?|exporter|groups?|port|ports|host|hosts|count|quota|limits?|discovery|mesh|health|availability|selector|spec|replicas|controller|scheduler|eviction|pressure|capacity|migration|backup|backups|schema|size|storage|space|tier|side|layer)$/i,
]
/** 2, 2.31.0, v1.4, 2024-05-01, 14:02 */
const NUMBER = /^v?\d[\d.,:_-]*(?:-?(?:rc|alpha|beta|snapshot|build|hotfix)[.\d-]*)?$/i
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/
/** What a version control calls a change. */
const COMMIT = /^(?=.*\d)[0-9a-f]{7,40}$/

export function isPlausibleName(name: string, field: keyof Named): boolean {
  // Some clusters call a node by its address.
  if (NUMBER.test(name)) return field === 'node' && ADDRESS.test(name)
  if (field === 'workload' && COMMIT.test(name)) return false
  // Names of the cluster are lower case; a database may be called as its makers like.
  if (OF_CLUSTER.has(field) && /[A-Z]/.test(name)) return false
  return !NO_NAMES.some((words) => words.test(name))
}

const OF_CLUSTER: ReadonlySet<keyof Named> = new Set([
  ...(['namespace', 'pod', 'container', 'workload', 'node', 'claim'] as const),
])
