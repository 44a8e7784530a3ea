/** What shell.exec lets through and what not, on real folders and links; and what exec_write shows of itself. */
import assert from 'node:assert/strict'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createLocalShell } from '../../src/edges/shell/local-shell.ts'
import { parseCommand } from '../../src/plugins/shell/parse-command.ts'
import { READ_PROGRAMS } from '../../src/plugins/shell/read-programs.ts'
import { SHELL_PLUGINS } from '../../src/plugins/shell/shell-plugins.ts'
import { tokenize } from '../../src/plugins/shell/tokenize.ts'
import type { ShellRequest } from '../../src/ports/shell.ts'
import { temporaryFolder } from '../world/daemon.ts'
import { openDoor, silentTools } from '../world/hands.ts'
import { EVASIONS, LINKS, ROOT } from './shell-evasions.ts'

const EVASIONS_AT_LEAST = 300

/** The plugin behind the door, on a real folder; programs are recorded instead of being run. */
async function openShell(t: TestContext) {
  const folder = join(await temporaryFolder(t, 'shell'), 'open')
  await mkdir(folder)
  await writeFile(join(folder, 'app.log'), 'one line\n')
  for (const [name, target] of Object.entries(LINKS)) await symlink(target, join(folder, name))
  const requests: ShellRequest[] = []
  const shell = {
    ...createLocalShell({ readablePaths: [folder] }),
    run: async (request: ShellRequest) => {
      requests.push(request)
      return { exitCode: 0, stdout: '', stderr: '', isCut: false, isTimedOut: false }
    },
  }
  const { door } = openDoor({ plugins: SHELL_PLUGINS, tools: { ...silentTools().tools, shell } })
  const exec = async (command: string) => {
    const parameters = { command: command.replaceAll(ROOT, folder) }
    return (await door.diagnose({ plugin: 'shell.exec', parameters }, new AbortController().signal)).result
  }
  return { folder, requests, exec }
}

test('there are enough evasions to say that none passes', () => {
  const all = Object.values(EVASIONS).flat()
  assert.equal(new Set(all).size, all.length, 'one is listed twice')
  assert.ok(all.length >= EVASIONS_AT_LEAST, `${all.length}`)
})

for (const [kind, commands] of Object.entries(EVASIONS)) {
  test(`shell.exec refuses ${kind}, and says why`, async (t) => {
    const { exec, requests } = await openShell(t)
    for (const command of commands) {
      const { success, error } = await exec(command)
      assert.deepEqual({ success, ran: requests.length }, { success: false, ran: 0 }, JSON.stringify(command))
      assert.ok(error, JSON.stringify(command))
    }
  })
}

test('every flag is refused for every program that does not list it, bundled and abbreviated ones too', async (t) => {
  const { exec, requests } = await openShell(t)
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
  for (const [name, { flags, subCommands: [first = []] = [] }] of Object.entries(READ_PROGRAMS)) {
    const known = Object.keys(flags)
    const bundles = known.filter((flag) => /^-\w+$/.test(flag)).flatMap((flag) => [`${flag}o`, `${flag}e`, `${flag}K`])
    const short = known.filter((flag) => flag.length > 3).map((flag) => flag.slice(0, -1))
    const tried = [
      ...letters.map((letter) => `-${letter}`),
      ...letters.map((letter) => `+${letter}`),
      ...bundles,
      ...short,
    ]
    for (const flag of tried.filter((one) => !known.includes(one))) {
      const { success, error } = await exec([name, ...first, flag, `${ROOT}/app.log`].join(' '))
      assert.equal(success, false, `${name} ${flag}`)
      assert.match(error ?? '', /is not allowed/)
    }
  }
  assert.equal(requests.length, 0)
})

test('a path is handed on as the real one, and a pattern as it is, also where it reads like a path', async (t) => {
  const { exec, requests, folder } = await openShell(t)
  const log = join(folder, 'app.log')
  await symlink(log, join(folder, 'current.log'))
  await exec(`cat ${ROOT}/../open/./current.log`)
  await exec(`grep -n ${ROOT}/app.log ${ROOT}/current.log`)
  await exec(`grep -E '^(a|b)*[0-9]$' ${ROOT}/app.log`)
  assert.deepEqual(
    requests.map(({ argv }) => argv),
    [
      ['/usr/bin/cat', '--', log],
      ['/usr/bin/grep', '-n', '--', log, log],
      ['/usr/bin/grep', '-E', '--', '^(a|b)*[0-9]$', log],
    ],
  )
  assert.ok(requests.every(({ fence }) => fence === 'files'))
})

test('flags are put where each program takes them', () => {
  const argvOf = (command: string) => {
    const tokens = tokenize(command)
    assert.ok('words' in tokens)
    const parsed = parseCommand(tokens.words)
    return 'argv' in parsed ? parsed.argv.slice(1).join(' ') : parsed.refusal
  }
  assert.equal(argvOf('ip -br addr show'), '-br addr show')
  assert.equal(argvOf('ip addr -br'), '-br addr')
  assert.equal(argvOf('systemctl status nginx --no-pager'), '--no-pager status -- nginx')
  assert.equal(argvOf('dig +short -t MX example.com'), '+short -t MX example.com')
  assert.equal(argvOf('journalctl -u nginx --since "2 hours ago" -n 50'), '-u nginx --since 2 hours ago -n 50')
})

test('exec_write intends exactly what was written, word for word, and never rates it below critical', async () => {
  const identity = { path: '/usr/bin/logger', sha256: 'f00d', host: 'db-1', user: 'firebreak (1000)' }
  const { tools } = silentTools()
  const shell = { ...tools.shell, identify: async () => identity }
  const { door } = openDoor({ plugins: SHELL_PLUGINS, tools: { ...tools, shell } })
  const command = "/usr/bin/logger -t 'fire break' 'a; b $HOME'"
  const { effect, preconditions, rollback } = await door.intend(
    { plugin: 'shell.exec_write', parameters: { command } },
    new AbortController().signal,
  )
  assert.deepEqual(effect.changes, [{ field: 'runs on db-1 as firebreak (1000)', from: '', to: command }])
  assert.deepEqual(effect.commands, [command, '/usr/bin/logger -t fire break a; b $HOME'])
  assert.deepEqual(preconditions, {
    ...identity,
    argv: ['/usr/bin/logger', '-t', 'fire break', 'a; b $HOME'],
  })
  assert.equal(effect.risk, 'critical')
  assert.ok('impossible' in rollback)
})

test('exec_write cannot be intended where a reader would see something else than what runs', async () => {
  const { door } = openDoor({ plugins: SHELL_PLUGINS, tools: silentTools().tools })
  const hidden = ['\u202e', '\u200b', '\u3164', '\u2800', '\ufe0f', '\u0000', '\n', '\r', '\u001b', '\u00a0', '\u2028']
  const texts = [
    ...hidden.map((character) => `/usr/bin/true ${character}x`),
    ...hidden.map((one) => `/usr/bin/true '${one}'`),
  ]
  for (const command of [...texts, 'true', './true', '-c /usr/bin/true', '/usr/bin/true; id', '/usr/bin/true $(id)']) {
    const intended = door.intend({ plugin: 'shell.exec_write', parameters: { command } }, new AbortController().signal)
    await assert.rejects(intended, /line end|does not print|absolute path|means something/, JSON.stringify(command))
  }
})
