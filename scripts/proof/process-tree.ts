import { readdir, readFile } from 'node:fs/promises'

/** A process by its number and start, because numbers are given out again. */
export type Identity = { pid: number; startedAt: string; command: string }

type Entry = Identity & { parent: number; isRunning: boolean }

/** A process and all below it. */
export async function treeOf(root: number): Promise<Identity[]> {
  const all = await listProcesses()
  const below = (pid: number): Entry[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)])
  return [...all.filter(({ pid }) => pid === root), ...below(root)]
}

export async function livingOf(known: readonly Identity[]): Promise<Identity[]> {
  const all = await listProcesses()
  return all.filter(
    ({ pid, startedAt, isRunning }) => isRunning && known.some((one) => one.pid === pid && one.startedAt === startedAt),
  )
}

async function listProcesses(): Promise<Entry[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const entries = await Promise.all(pids.map((pid) => readProcess(Number(pid))))
  return entries.filter((entry) => entry !== undefined)
}

/** Undefined where it ended while we looked. */
async function readProcess(pid: number): Promise<Entry | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const [state, parent, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (stat === '') return undefined
  return {
    pid,
    startedAt: fields[17] ?? '',
    command: `${pid} ${command.replaceAll('\0', ' ').slice(0, 200)}`,
    parent: Number(parent),
    isRunning: state !== 'Z' && state !== 'X',
  }
}
