import { appendFileSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * One installation at a time in a folder. The lock is a file that lists the processes at work: this one and its npm, which
 * may outlive us. It holds while one of them lives, so it needs no cleaning when they are killed.
 * It lies outside node_modules, which npm empties.
 */
export async function takeInstallLock(root) {
  const folder = join(root, '.firebreak')
  const path = join(folder, 'install.lock')
  mkdirSync(folder, { recursive: true })
  for (let isFirstTry = true; !tryToTake(path); isFirstTry = false) {
    if (isFirstTry) console.error('Waiting for another installation in this folder.')
    await delay(200)
  }
  return {
    shareWith: (pid) => appendFileSync(path, `${identify(pid)}\n`),
    release: () => rmSync(path, { force: true }),
  }
}

function tryToTake(path) {
  if (linkOwn(path)) return true
  const holders = read(path)
  if (isHeld(holders)) return false
  removeIfStill(path, holders)
  return linkOwn(path)
}

/** A link appears with its content or not at all, so nobody reads a lock half-written. */
function linkOwn(path) {
  const own = `${path}.${process.pid}`
  writeFileSync(own, `${identify(process.pid)}\n`)
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

/** Another may have removed the dead lock and taken its own between our look and our hand; that one is put back. */
function removeIfStill(path, content) {
  const aside = `${path}.${process.pid}.dead`
  try {
    renameSync(path, aside)
    if (read(aside) !== content) linkSync(aside, path)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  }
  rmSync(aside, { force: true })
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}

function isHeld(holders) {
  const lines = holders.split('\n').filter(Boolean)
  return lines.some((line) => identify(Number.parseInt(line, 10)) === line)
}

/** A process by its number and, where the system tells it, its start: numbers are given out again. */
function identify(pid) {
  const stat = read(`/proc/${pid}/stat`)
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (stat !== '') return state === 'Z' ? undefined : `${pid} ${fields[18]}`
  return isAlive(pid) ? `${pid}` : undefined
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
