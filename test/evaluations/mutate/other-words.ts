/**
 * Program logs in other words of the same meaning. What a library, a server or a kernel prints is the same everywhere and
 * stays; what the people wrote who made the program is theirs alone. What is expected may be said in either wording.
 */
import type { CaseFile } from '../../world/case/case-file.ts'

const EXCHANGED: readonly (readonly [RegExp, string])[] = [
  [/\bfailed to\b/g, 'was not able to'],
  [/\bfailed\b/g, 'did not succeed'],
  [/\bcannot\b/g, 'is unable to'],
  [/\bcould not\b/g, 'was unable to'],
  [/\bunable to\b/g, 'not able to'],
  [/\bretrying\b/g, 'trying again'],
  [/\bgiving up\b/g, 'stopping here'],
  [/\bwaiting for\b/g, 'still expecting'],
  [/\btook\b/g, 'needed'],
  [/\bslow\b/g, 'sluggish'],
  [/\bstarting\b/g, 'launching'],
  [/\bstarted\b/g, 'launched'],
  [/\bmissing\b/g, 'absent'],
  [/\bunexpected\b/g, 'unforeseen'],
  [/\bunavailable\b/g, 'not available'],
  [/\bexceeded\b/g, 'surpassed'],
  [/\bskipped\b/g, 'left out'],
  [/\btimed out\b/g, 'ran out of time'],
  [/\brejected\b/g, 'turned down'],
  [/\binvalid\b/g, 'malformed'],
  [/\blost\b/g, 'gone'],
  [/\bstuck\b/g, 'not moving'],
  [/\bretry\b/g, 'another try'],
  [/\bdropped\b/g, 'let go'],
  [/\bdone\b/g, 'finished'],
]

/** Lines of servers, kernels and languages, whose words are known the world over. */
const KNOWN_LINES =
  /\b(?:FATAL|HINT|DETAIL|LOG|PANIC|STATEMENT|CONTEXT): |sqlstate|^\s*at |Caused by|Exception|Traceback|Errno|kernel|panic:|pg_|\bWAL\b|READONLY|MISCONF|\[(?:emerg|crit|alert)\]|exec format|plugin\/\w+: |is forbidden: User |^[EWIF]\d{4} /i
/** Wordings of libraries within a line of somebody else. */
const KNOWN_WORDINGS =
  /(?:authentication|handshake|assertion|resolution|lookup|liveness probe|readiness probe|startup probe) failed|failed to verify certificate|failed to pull|failed to (?:set up|create) (?:fsnotify|inotify|watcher)|cannot (?:execute \w+ in|allocate memory|assign requested)|could not (?:connect to server|translate host|serialize|obtain lock|resize|extend file|fork)|service unavailable|(?:deadline|quota|limit|timeout|maximum) exceeded|exceeded (?:quota|its)|unable to (?:get|find) (?:local issuer|valid certification)|(?:connection|operation|request|dial|Read|connect) timed out|invalid (?:input syntax|memory|page|ELF|peer)|lost connection|connection lost/gi

export function exchangeWords(file: CaseFile): CaseFile {
  const { pod_logs, logs } = file.world
  return {
    ...file,
    world: {
      ...file.world,
      ...(pod_logs && { pod_logs: pod_logs.map((log) => ({ ...log, lines: log.lines.map(inOtherWords) })) }),
      ...(logs && {
        streams: undefined,
        logs: {
          streams: logs.streams.map(({ stream, values }) => ({
            stream,
            values: values.map(([at, line]) => [at, inOtherWords(line)] as const),
          })),
        },
      }),
    },
    expect: {
      ...file.expect,
      ...(file.expect.root_cause_keywords && { root_cause_keywords: bothWays(file.expect.root_cause_keywords) }),
    },
  }
}

function inOtherWords(line: string): string {
  if (KNOWN_LINES.test(line)) return line
  const known = line.match(KNOWN_WORDINGS) ?? []
  const between = line.split(KNOWN_WORDINGS)
  return between.map((part, at) => exchange(part) + (known[at] ?? '')).join('')
}

function exchange(text: string): string {
  return EXCHANGED.reduce((said, [word, other]) => said.replace(word, other), text)
}

function bothWays(groups: readonly (readonly string[])[]): string[][] {
  return groups.map((group) => [...new Set([...group, ...group.map(exchange)])])
}
