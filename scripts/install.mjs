import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { takeInstallLock } from './install-lock.mjs'
import { runProgram } from './program.mjs'
import { whileWorking } from './while-working.mjs'

const DONE = { code: 0, signal: null }

/** Installs the packages unless exactly those of the lock file are there, and tells how that ended. */
export async function installWhereNeeded(root) {
  if (isInstalled(root)) return DONE
  const lock = await takeInstallLock(root)
  try {
    // Whoever held the lock before us may have installed the same.
    return isInstalled(root) ? DONE : await install(root, lock)
  } finally {
    lock.release()
  }
}

async function install(root, lock) {
  const stamp = stampOf(root)
  const [command, ...args] = npm()
  const options = ['ci', '--prefix', root, '--include=dev', '--include=optional']
  const end = await whileWorking(
    'Installing the packages of Firebreak, once; how long that takes is up to the network and the disk',
    () => runProgram(command, [...args, ...options], { stdio: ['ignore', 2, 2], onStart: lock.shareWith }),
    { progress: () => tellPresent(root) },
  )
  if (end.code === 0) leaveStamp(root, stamp)
  else console.error('The installation failed; what npm said stands above. Run the same command to try again.')
  return end
}

/** npm makes the folders first and unpacks into them then. */
function tellPresent(root) {
  const all = Object.entries(JSON.parse(read(join(root, 'package-lock.json'))).packages)
  const wanted = all.filter(([path, one]) => path !== '' && isForThisPlatform(one)).map(([path]) => path)
  const present = wanted.filter((path) => existsSync(join(root, path, 'package.json')))
  return `: ${present.length} of ${wanted.length} packages are there`
}

/** The npm we were started by, run by its own Node: ours may lie in the folder that is about to be replaced. */
function npm() {
  const { npm_execpath: npmScript = '', npm_node_execpath: node = process.execPath } = process.env
  return basename(npmScript) === 'npm-cli.js' ? [node, npmScript] : ['npm']
}

function isInstalled(root) {
  return read(stampFile(root)) === stampOf(root) || wasInstalledByHand(root)
}

/** Who ran `npm install` or `npm ci` themselves need not wait for it again: npm leaves a list of what it installed. */
function wasInstalledByHand(root) {
  const wanted = JSON.parse(read(join(root, 'package-lock.json'))).packages
  const present = JSON.parse(read(join(root, 'node_modules', '.package-lock.json')) || '{"packages":{}}').packages
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = present[path]
    if (found === undefined) return path === '' || (optional && !isForThisPlatform(wanted[path]))
    return found.version === version && found.integrity === integrity
  })
}

/** A package for one C library comes with a twin for the other, and only one of the two is installed. */
function isForThisPlatform({ os = [process.platform], cpu = [process.arch], libc }) {
  return libc === undefined && [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch)
}

/** The platform counts too: a folder may be shared between machines. */
function stampOf(root) {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${process.platform} ${process.arch} ${hash}\n`
}

function leaveStamp(root, stamp) {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(stampFile(root), stamp)
}

function stampFile(root) {
  return join(root, 'node_modules', '.firebreak-installed')
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}
